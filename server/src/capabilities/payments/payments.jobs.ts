import { z } from 'zod';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { inContext } from '../../platform/work-context.ts';
import { raisePaymentAlarm } from '../alarms/alarms.actions.ts';
import { findOwner, findUnchecked } from './charges.actions.ts';
import { checkCharge } from './check-charge.ts';
import type { Payments } from './open-payments.ts';

/** Something a provider told of: by which names it may be known, in the order in which they are tried. */
const Notice = z.object({ provider: z.enum(['efi', 'asaas']), names: z.array(z.string()) });

/** Looks into what a provider told of. A job of the platform's company, which nobody else's is known to belong to yet. */
export const paymentNotice = (payments: Payments | undefined) =>
  defineJob('payments.notice', Notice, async (platform, companyId, { provider: name, names }) => {
    const provider = payments?.provider;
    for (const each of provider?.name === name ? names : []) {
      const owned = await findOwner(platform, name, each);
      if (provider && owned) return checkCharge(platform, provider, owned, { isClaimed: true });
    }
    await inScope(platform, { companyId }, (scope) => raisePaymentAlarm(scope, `${name}:${names[0] ?? ''}`, 'UNKNOWN_CHARGE'));
  });

/** Asks about open charges now and then: a webhook may get lost. */
export function startPaymentPolling(platform: Platform, { provider, pollSeconds }: Payments): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let stopping = false;
  const look = async () => {
    if (!provider) return;
    for (const owned of await findUnchecked(platform, provider.name, pollSeconds)) {
      if (stopping) return;
      await checkCharge(platform, provider, owned, { isClaimed: false }).catch((error: unknown) =>
        platform.log.warn({ err: error, charge: owned.chargeId, companyId: owned.companyId }, 'a charge could not be asked about'),
      );
    }
  };
  const tick = () => {
    running ??= inContext({ job: 'payments.poll' }, look)
      .catch((error: unknown) => platform.log.warn({ err: error }, 'open charges will be asked about later'))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = provider && setInterval(tick, pollSeconds * 1000);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
}

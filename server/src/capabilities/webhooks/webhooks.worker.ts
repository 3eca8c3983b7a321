import type { Platform } from '../../platform/database/scope.ts';
import { resumeContext } from '../../platform/work-context.ts';
import { noteEvents } from './note-events.actions.ts';
import { findWork } from './sending.actions.ts';
import { openSending, type SendingOptions } from './sending-turns.ts';
import { webhooksTopic } from './webhooks.actions.ts';

const pollInterval = 1_000;

/**
 * Makes deliveries of events and sends them, apart from all other work: a receiver that hangs holds a connection of ours to it, and
 * neither one to the database nor the place of another webhook.
 */
export function startWebhooks(platform: Platform, options: SendingOptions): { stop(): Promise<void> } {
  let webhooksOf = new Map<number, number[]>();
  const sending = openSending(platform, options);
  const noting = openNoting(platform, (companyId) => {
    for (const webhookId of webhooksOf.get(companyId) ?? []) sending.offer(webhookId, companyId);
    sending.begin();
  });

  async function look(): Promise<void> {
    const work = await findWork(platform);
    const found = new Map<number, number[]>();
    for (const { webhookId, companyId } of work) found.set(companyId, [...(found.get(companyId) ?? []), webhookId]);
    webhooksOf = found;
    for (const { companyId, hasUnseen } of work) if (hasUnseen) noting.note(companyId);
    for (const { webhookId, companyId, isDue } of work) if (isDue) sending.offer(webhookId, companyId);
    sending.begin();
  }
  const lookSafely = () =>
    void look().catch((error: unknown) => platform.log.warn({ err: error }, 'what webhooks wait for will be looked for again'));

  const timer = setInterval(lookSafely, pollInterval);
  const stopHearing = [
    platform.wake.on(webhooksTopic, lookSafely),
    platform.wake.on('events', (companyId) => webhooksOf.has(companyId) && noting.note(companyId)),
  ];
  return {
    async stop() {
      clearInterval(timer);
      for (const stopOne of stopHearing) stopOne();
      await Promise.all([noting.stop(), sending.stop()]);
    },
  };
}

/** One at a time for each company; what is heard meanwhile is looked at once more. */
function openNoting(platform: Platform, onNoted: (companyId: number) => void) {
  const under = new Map<number, Promise<void>>();
  const askedAgain = new Set<number>();
  let stopping = false;

  function note(companyId: number): void {
    if (stopping) return;
    if (under.has(companyId)) return void askedAgain.add(companyId);
    under.set(
      companyId,
      resumeContext({ work: 'webhooks', companyId }, () => noteAll(companyId)),
    );
  }
  async function noteAll(companyId: number): Promise<void> {
    try {
      while (!stopping && (await noteEvents(platform, companyId))) onNoted(companyId);
    } catch (error) {
      if (!stopping) platform.log.warn({ err: error }, 'events for webhooks will be looked at again');
    }
    under.delete(companyId);
    onNoted(companyId);
    if (askedAgain.delete(companyId)) note(companyId);
  }
  return {
    note,
    async stop() {
      stopping = true;
      await Promise.all(under.values());
    },
  };
}

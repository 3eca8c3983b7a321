import { crashPoint } from '../../platform/crash-points.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { clearPaymentAlarm, raisePaymentAlarm } from '../alarms/alarms.actions.ts';
import { type Charge, findCharge, noteCheck, type OwnedCharge } from './charges.actions.ts';
import { isEnough } from './money.rules.ts';
import type { PaymentProvider, Received } from './providers/port.ts';
import { markChargePaid, settlePayment } from './settle.actions.ts';

const subjectOf = (provider: PaymentProvider, { txid }: Charge) => `${provider.name}:${txid}`;

/**
 * Ask the provider about a charge, and let count what it says it has received. `isClaimed`: somebody says that it is paid, so that it is
 * an alarm where the provider knows nothing of it. It may be done any number of times, by anyone, at the same time.
 */
export async function checkCharge(
  platform: Platform,
  provider: PaymentProvider,
  { companyId, chargeId }: OwnedCharge,
  { isClaimed }: { isClaimed: boolean },
): Promise<void> {
  const charge = await inScope(platform, { companyId }, (scope) => findCharge(scope, chargeId));
  // A charge can be paid once.
  if (!charge || charge.status === 'paid') return;
  const received = await provider.look(charge);
  crashPoint('payment.verified');
  await inScope(platform, { companyId }, async (scope) => {
    if (received && received.length > 0) return countReceived(scope, provider, charge, received, isClaimed);
    await noteCheck(scope, charge.id);
    if (isClaimed) await raisePaymentAlarm(scope, subjectOf(provider, charge), 'NOT_CONFIRMED');
  });
  crashPoint('payment.settled');
}

async function countReceived(
  scope: Scope,
  provider: PaymentProvider,
  charge: Charge,
  received: Received[],
  isClaimed: boolean,
): Promise<void> {
  const enough = received.filter(({ value }) => isEnough(value, charge.value));
  const subject = subjectOf(provider, charge);
  /** What nobody told us of, and is known from an earlier look, is no news: an alarm that was looked into would come back for days. */
  const alarm = async (code: 'SHORT' | 'COUNTED_ELSEWHERE') => {
    await noteCheck(scope, charge.id, { isFaulty: true });
    if (isClaimed || !charge.isFaulty) await raisePaymentAlarm(scope, subject, code);
  };
  if (enough.length === 0) return alarm('SHORT');
  const settled: string[] = [];
  for (const { endToEndId, value } of enough)
    settled.push(await settlePayment(scope, { invoiceId: charge.invoiceId, provider: provider.name, endToEndId, value }));
  if (settled.every((how) => how === 'elsewhere')) return alarm('COUNTED_ELSEWHERE');
  await markChargePaid(scope, charge.id);
  await clearPaymentAlarm(scope, subject);
}

import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { clearPaymentAlarm, raisePaymentAlarm } from '../alarms/alarms.actions.ts';
import { type Charge, findCharge, noteCheck, type OwnedCharge } from './charges.actions.ts';
import { isEnough } from './money.rules.ts';
import { nameOfCharge, type PaymentProvider, type Received } from './providers/port.ts';
import { reversePayment } from './reverse.actions.ts';
import { markChargePaid, settlePayment } from './settle.actions.ts';

const subjectOf = (provider: PaymentProvider, { txid }: Charge) => `${provider.name}:${txid}`;

/**
 * Asks the provider about a charge, and lets count what it says it has received or given back. `isClaimed`: somebody says that there is
 * news of it, so that it is an alarm where the provider knows nothing. It may be done any number of times, by anyone, at the same time.
 */
export async function checkCharge(
  platform: Platform,
  provider: PaymentProvider,
  { companyId, chargeId }: OwnedCharge,
  { isClaimed }: { isClaimed: boolean },
): Promise<void> {
  const asked = await inScope(platform, { companyId }, (scope) => findCharge(scope, chargeId));
  if (!asked) return;
  const received = await provider.look(asked);
  crashPoint('payment.verified');
  await inScope(platform, { companyId }, async (scope) => {
    await scope.tx.execute(sql`select from companies where id = current_company() for no key update`);
    // Read again under the lock: another look may have settled the charge meanwhile, under another name of the same payment.
    const charge = await findCharge(scope, chargeId);
    if (!charge) return;
    const look: Look = { provider, charge, received: received ?? [], isClaimed };
    if (look.received.length === 0) return noteNothing(scope, look);
    if (charge.status === 'paid' || (await countReceived(scope, look))) await reverseRefunded(scope, look);
  });
  crashPoint('payment.settled');
}

type Look = { provider: PaymentProvider; charge: Charge; received: Received[]; isClaimed: boolean };

async function noteNothing(scope: Scope, { provider, charge, isClaimed }: Look): Promise<void> {
  await noteCheck(scope, charge.id);
  if (isClaimed) await raisePaymentAlarm(scope, subjectOf(provider, charge), 'NOT_CONFIRMED');
}

/** Raises an alarm. One that nobody claimed and an earlier look has noted is no news: it would come back for days. */
async function noteFault(scope: Scope, { provider, charge, isClaimed }: Look, code: 'SHORT' | 'COUNTED_ELSEWHERE' | 'PARTLY_REFUNDED') {
  await noteCheck(scope, charge.id, { isFaulty: true });
  if (isClaimed || !charge.isFaulty) await raisePaymentAlarm(scope, subjectOf(provider, charge), code);
}

/** Whether the charge is paid by it. */
async function countReceived(scope: Scope, look: Look): Promise<boolean> {
  const { provider, charge, received } = look;
  const enough = received.filter(({ value }) => isEnough(value, charge.value));
  if (enough.length === 0) {
    await noteFault(scope, look, 'SHORT');
    return false;
  }
  const settled: string[] = [];
  for (const { endToEndId, value } of enough)
    settled.push(await settlePayment(scope, { invoiceId: charge.invoiceId, provider: provider.name, endToEndId, value }));
  if (settled.every((how) => how === 'elsewhere')) {
    await noteFault(scope, look, 'COUNTED_ELSEWHERE');
    return false;
  }
  await markChargePaid(scope, charge.id);
  await clearPaymentAlarm(scope, subjectOf(provider, charge));
  return true;
}

/** Takes periods back whose payments were given back. A part of a payment that was given back is for a person to judge. */
async function reverseRefunded(scope: Scope, look: Look): Promise<void> {
  const { provider, charge, received } = look;
  for (const each of received) {
    const names = [each.endToEndId, nameOfCharge(charge.txid)];
    const outcome = await reversePayment(scope, provider.name, names, each);
    if (outcome === 'partial') await noteFault(scope, look, 'PARTLY_REFUNDED');
    if (outcome === 'reversed') await raisePaymentAlarm(scope, subjectOf(provider, charge), 'REFUNDED');
  }
}

import type { Receiver, TypingFrame } from '../../channels/port.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import type { HeldLease } from '../connections/leases.ts';
import { announceCustomerActivity } from '../ticket-presence/customer-typing.actions.ts';

/** Phones repeat typing notices every few seconds; repeats within this time are dropped. */
const minRepeatMilliseconds = 4_000;
const maxChats = 1_000;

/** Relays typing notices of customers. Failures are ignored, since the next notice follows soon. */
export function openTypingRelay(platform: Platform, held: HeldLease): Receiver['typing'] {
  const said = new Map<string, { state: TypingFrame['state']; at: number }>();
  let telling = Promise.resolve();
  return ({ chat, state }) => {
    const last = said.get(chat);
    const now = performance.now();
    if (last?.state === state && now - last.at < minRepeatMilliseconds) return;
    if (said.size >= maxChats) said.clear();
    said.set(chat, { state, at: now });
    // Processed in order, so that the last notice wins.
    telling = telling
      .then(() => inScope(platform, held, (scope) => announceCustomerActivity(scope, held.connectionId, chat, state)))
      .catch((error: unknown) =>
        platform.log.warn(
          { err: error, connectionId: held.connectionId, companyId: held.companyId },
          'what a customer is doing was not told',
        ),
      );
  };
}

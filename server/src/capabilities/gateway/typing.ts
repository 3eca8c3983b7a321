import type { Receiver, TypingFrame } from '../../channels/port.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import type { Held } from '../connections/leases.ts';
import { tellDoing } from '../ticket-presence/customer-typing.actions.ts';

/** Phones repeat themselves every few seconds; what was said a moment ago is not said again. */
const restFor = 4_000;
const mostChats = 1_000;

/** Hands on what a customer is doing. It is worth one try: if that fails, the next word comes soon. */
export function typingFor(platform: Platform, held: Held): Receiver['typing'] {
  const said = new Map<string, { state: TypingFrame['state']; at: number }>();
  let telling = Promise.resolve();
  return ({ chat, state }) => {
    const last = said.get(chat);
    const now = performance.now();
    if (last?.state === state && now - last.at < restFor) return;
    if (said.size >= mostChats) said.clear();
    said.set(chat, { state, at: now });
    // One after the other: the last that was said is the last that is heard.
    telling = telling
      .then(() => inScope(platform, held, (scope) => tellDoing(scope, held.connectionId, chat, state)))
      .catch((error: unknown) =>
        platform.log.warn(
          { err: error, connectionId: held.connectionId, companyId: held.companyId },
          'what a customer is doing was not told',
        ),
      );
  };
}

import type { Session } from '../../channels/port.ts';
import type { Platform } from '../../platform/database/scope.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { HeldLease } from '../connections/leases.ts';
import { answerRequest, pairingRequests } from '../connections/pairing.actions.ts';

const patience = 15_000;

/** Gives a pairing code to whoever asked for one, on whichever node. The code is written nowhere but into the answer. */
export function openPairing(platform: Platform, held: HeldLease, session: Session): { wake(): void } {
  let working = false;
  let again = false;

  async function codeFor(number: string): Promise<string | undefined> {
    try {
      return await withTimeout(session.pairingCode(number), patience, 'the provider did not answer');
    } catch (error) {
      platform.log.warn({ err: error, connectionId: held.connectionId }, 'no pairing code came');
      return undefined;
    }
  }

  async function work(): Promise<void> {
    for (const { id, number } of await pairingRequests(platform, held)) await answerRequest(platform, held, id, await codeFor(number));
  }

  function wake(): void {
    again = working;
    if (working) return;
    working = true;
    void work()
      .catch((error: unknown) => platform.log.warn({ err: error, connectionId: held.connectionId }, 'a pairing code is given later'))
      .finally(() => {
        working = false;
        if (again) wake();
      });
  }
  return { wake };
}

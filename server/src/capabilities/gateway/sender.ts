import type { SendOutcome, Session } from '../../channels/port.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Platform } from '../../platform/scope.ts';
import type { Held } from '../connections/leases.ts';
import { type Claimed, claimHeads, type Outcome, recordOutcomes } from '../outbox/outbox.actions.ts';

export type Sender = { wake(): void; stop(): Promise<void> };

const atOnce = 16;

/** Hands over what waits for one connection: one message of each conversation at a time, conversations side by side. */
export function openSender(platform: Platform, held: Held, session: Session): Sender {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function drain(): Promise<void> {
    while (!stopped && session.isOpen()) {
      // Before the look: whoever wakes us from here on may have come too late for it.
      again = false;
      const heads = await claimHeads(platform, held);
      if (heads.length === 0) return;
      crashPoint('outbox.claimed');
      for (let from = 0; from < heads.length; from += atOnce) {
        const outcomes = await Promise.all(heads.slice(from, from + atOnce).map(handOver));
        crashPoint('outbox.sent');
        await recordOutcomes(platform, held, outcomes);
        crashPoint('outbox.recorded');
      }
    }
  }

  async function handOver({ outboxId, attempts, deed, ...message }: Claimed): Promise<Outcome> {
    try {
      const handed = deed === 'send' ? session.send(message) : session.retract({ id: message.id, chat: message.chat });
      return { outboxId, attempts, result: await handed, unsure: false };
    } catch (error) {
      // A fault of the provider is no verdict on the message: it may have left, so it is tried again under the same id.
      const result: SendOutcome = { outcome: 'later', reason: error instanceof Error ? error.message : 'unknown' };
      return { outboxId, attempts, result, unsure: true };
    }
  }

  function wake(): void {
    // Only a hint that comes while it runs asks for another round: a round that finds nothing must not call for the next.
    again = running !== undefined;
    if (stopped || again) return;
    running = drain()
      .catch((error: unknown) => platform.log.warn({ err: error, connectionId: held.connectionId }, 'sending will be tried again'))
      .finally(() => {
        running = undefined;
        if (again && !stopped && session.isOpen()) {
          again = false;
          setImmediate(wake);
        }
      });
  }

  return {
    wake,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

import type { Session } from '../../channels/port.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Platform } from '../../platform/database/scope.ts';
import type { Held } from '../connections/leases.ts';
import { type Claimed, claimNext, type Outcome, recordOutcomes } from '../outbox/outbox.actions.ts';
import { converse } from './conversing.ts';
import { gathered } from './gathered.ts';
import { openTurns } from './turns.ts';

export type Sender = { wake(): void; stop(): Promise<void> };

/** So many messages are with the provider at once. */
const atOnce = 16;
const mostConversations = 100;
const mostLately = 1_000;

/**
 * Hands over what waits for one connection. Messages of one conversation leave one after the other; conversations leave side by side,
 * each in its turn, and wait for no other. What became of messages is recorded by as many at a time as have come together.
 */
export function openSender(platform: Platform, held: Held, session: Session): Sender {
  const busy = new Map<string, Promise<void>>();
  const lately = new Set<string>();
  let looking: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const mayGoOn = () => !stopped && session.isOpen();
  const means = { session, inTurn: openTurns(atOnce), record: recorder(platform, held), mayGoOn };
  const complain = (error: unknown) => platform.log.warn({ err: error, connectionId: held.connectionId }, 'sending will be tried again');

  async function look(): Promise<void> {
    while (mayGoOn() && busy.size < mostConversations) {
      // Before the look: whoever wakes us from here on may have come too late for it.
      again = false;
      const room = { busy: [...busy.keys()], lately: [...lately], conversations: mostConversations - busy.size };
      const claimed = await claimNext(platform, held, room);
      if (claimed.length === 0) return lately.clear();
      crashPoint('outbox.claimed');
      for (const [chat, messages] of byChat(claimed)) busy.set(chat, begin(chat, messages));
    }
  }

  async function begin(chat: string, messages: Claimed[]): Promise<void> {
    if (lately.size >= mostLately) lately.clear();
    lately.add(chat);
    try {
      await converse(messages, means);
      busy.delete(chat);
      wake();
    } catch (error) {
      // What could not be recorded is claimed again by the next look, a moment later: the database has a fault, too.
      busy.delete(chat);
      complain(error);
    }
  }

  function wake(): void {
    // Only a hint that comes while it runs asks for another look: one that finds nothing must not call for the next.
    again = looking !== undefined;
    if (stopped || again) return;
    looking = look()
      .catch(complain)
      .finally(() => {
        looking = undefined;
        if (again && mayGoOn()) {
          again = false;
          setImmediate(wake);
        }
      });
  }

  return {
    wake,
    async stop() {
      stopped = true;
      await looking;
      await Promise.all(busy.values());
    },
  };
}

const recorder = (platform: Platform, held: Held) =>
  gathered<Outcome>(async (outcomes) => {
    crashPoint('outbox.sent');
    await recordOutcomes(platform, held, outcomes);
    crashPoint('outbox.recorded');
  });

function byChat(claimed: Claimed[]): Map<string, Claimed[]> {
  const chats = new Map<string, Claimed[]>();
  for (const message of claimed) chats.set(message.chat, [...(chats.get(message.chat) ?? []), message]);
  return chats;
}

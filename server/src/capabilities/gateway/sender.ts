import type { SendOutcome, Session } from '../../channels/port.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import { inTime } from '../../platform/in-time.ts';
import type { Platform } from '../../platform/scope.ts';
import type { Held } from '../connections/leases.ts';
import { type Claimed, claimNext, type Outcome, recordOutcomes } from '../outbox/outbox.actions.ts';
import { gathered } from './gathered.ts';
import { openTurns } from './turns.ts';

export type Sender = { wake(): void; stop(): Promise<void> };

/** So many messages are with the provider at once. */
const atOnce = 16;
const mostConversations = 100;
const mostLately = 1_000;
/** A provider that says nothing for so long has a fault: the message is tried again, and its place is free for others. */
const longestSend = 120_000;

/**
 * Hands over what waits for one connection. Messages of one conversation leave one after the other; conversations leave side by side,
 * each in its turn, and wait for no other. What became of messages is recorded by as many at a time as have come together.
 */
export function openSender(platform: Platform, held: Held, session: Session): Sender {
  const busy = new Map<string, Promise<void>>();
  const lately = new Set<string>();
  const inTurn = openTurns(atOnce);
  const record = gathered<Outcome>(async (outcomes) => {
    crashPoint('outbox.sent');
    await recordOutcomes(platform, held, outcomes);
    crashPoint('outbox.recorded');
  });
  let looking: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const mayGoOn = () => !stopped && session.isOpen();

  async function look(): Promise<void> {
    while (mayGoOn() && busy.size < mostConversations) {
      // Before the look: whoever wakes us from here on may have come too late for it.
      again = false;
      const room = { busy: [...busy.keys()], lately: [...lately], conversations: mostConversations - busy.size };
      const claimed = await claimNext(platform, held, room);
      if (claimed.length === 0) return lately.clear();
      crashPoint('outbox.claimed');
      for (const [chat, messages] of byChat(claimed)) begin(chat, messages);
    }
  }

  function begin(chat: string, messages: Claimed[]): void {
    if (lately.size >= mostLately) lately.clear();
    lately.add(chat);
    const ended = converse(messages).then(
      () => true,
      (error: unknown) => {
        platform.log.warn({ err: error, connectionId: held.connectionId }, 'sending will be tried again');
        return false;
      },
    );
    busy.set(
      chat,
      ended.then((isRecorded) => {
        busy.delete(chat);
        // What could not be recorded is claimed again by the next look, a moment later: the database has a fault, too.
        if (isRecorded) wake();
      }),
    );
  }

  /** Until the last one, or until one has to wait: then those after it wait as well. */
  async function converse(messages: Claimed[]): Promise<void> {
    const recorded: Array<Promise<void>> = [];
    let failure: unknown;
    const note = (outcomes: Outcome[]) =>
      void recorded.push(
        record(outcomes).catch((error: unknown) => {
          failure = error;
        }),
      );
    let tried = 0;
    let mayFollow = true;
    while (mayFollow && failure === undefined && tried < messages.length) {
      const outcome = await inTurn(async () => (mayGoOn() ? handOver(messages[tried]) : undefined));
      if (!outcome) break;
      note([outcome]);
      tried += 1;
      mayFollow = outcome.result?.outcome !== 'later';
    }
    if (tried < messages.length) note(messages.slice(tried).map(untried));
    await Promise.all(recorded);
    if (failure !== undefined) throw failure;
  }

  async function handOver(claimed: Claimed | undefined): Promise<Outcome | undefined> {
    if (!claimed) return undefined;
    const { outboxId, attempts, deed, ...message } = claimed;
    try {
      const handed = deed === 'send' ? session.send(message) : session.retract({ id: message.id, chat: message.chat });
      return { outboxId, attempts, result: await inTime(handed, longestSend, 'the provider did not answer'), unsure: false };
    } catch (error) {
      // A fault of the provider is no verdict on the message: it may have left, so it is tried again under the same id.
      const result: SendOutcome = { outcome: 'later', reason: error instanceof Error ? error.message : 'unknown' };
      return { outboxId, attempts, result, unsure: true };
    }
  }

  function wake(): void {
    // Only a hint that comes while it runs asks for another look: one that finds nothing must not call for the next.
    again = looking !== undefined;
    if (stopped || again) return;
    looking = look()
      .catch((error: unknown) => platform.log.warn({ err: error, connectionId: held.connectionId }, 'sending will be tried again'))
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

function byChat(claimed: Claimed[]): Map<string, Claimed[]> {
  const chats = new Map<string, Claimed[]>();
  for (const message of claimed) chats.set(message.chat, [...(chats.get(message.chat) ?? []), message]);
  return chats;
}

const untried = ({ outboxId, attempts }: Claimed): Outcome => ({ outboxId, attempts, result: undefined, unsure: false });

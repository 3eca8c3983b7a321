import type { Session } from '../../channels/port.ts';
import { batchWrites } from '../../platform/batch-writes.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Platform } from '../../platform/database/scope.ts';
import type { HeldLease } from '../connections/leases.ts';
import { maxPerConversation } from '../outbox/claim.ts';
import type { KeptConversation, NearSender } from '../outbox/direct-sending.ts';
import { type Claimed, claimNext, type Outcome, recordOutcomes } from '../outbox/outbox.actions.ts';
import { sendConversation } from './conversation-sender.ts';
import { createSemaphore } from './semaphore.ts';

export type Sender = Pick<NearSender, 'keep'> & { wake(): void; stop(): Promise<void> };

/** Maximum number of concurrent sends. */
const maxConcurrentSends = 16;
const maxConversations = 100;
const maxRecentConversations = 1_000;

/**
 * Hands over what waits for one connection. Messages of one conversation leave one after the other; conversations leave side by side,
 * each in its turn, and wait for no other. What became of messages is recorded by as many at a time as have come together.
 */
export function openSender(platform: Platform, held: HeldLease, session: Session): Sender {
  const busy = new Map<string, Promise<void>>();
  /** Of those: what was queued for them since may have been looked for and left out. */
  const passedOver = new Set<string>();
  const recent = new Set<string>();
  let isCrowded = false;
  let looking: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const mayGoOn = () => !stopped && session.isOpen();
  const context = { session, inTurn: createSemaphore(maxConcurrentSends), record: openRecorder(platform, held), mayGoOn };
  const complain = (error: unknown) => platform.log.warn({ err: error, connectionId: held.connectionId }, 'sending will be tried again');

  async function look(): Promise<void> {
    do {
      isCrowded = busy.size >= maxConversations;
      if (isCrowded || !mayGoOn()) return;
      // Reset before polling: a wake-up after this point may not be covered by the query.
      again = false;
      for (const chat of busy.keys()) passedOver.add(chat);
      const room = { busy: [...busy.keys()], recent: [...recent], conversations: maxConversations - busy.size };
      const chats = byChat(await claimNext(platform, held, room));
      isCrowded = chats.size === room.conversations;
      // Nobody had to wait for others.
      if (!isCrowded) recent.clear();
      if (chats.size > 0) crashPoint('outbox.claimed');
      for (const [chat, messages] of chats) busy.set(chat, begin(chat, messages));
    } while (isCrowded);
  }

  async function begin(chat: string, messages: Claimed[]): Promise<void> {
    remember(recent, chat);
    try {
      await sendConversation(messages, context);
      end(chat, messages.length === maxPerConversation);
    } catch (error) {
      // Outcomes that could not be recorded are claimed again by the next poll.
      for (const each of [busy, passedOver]) each.delete(chat);
      complain(error);
    }
  }

  function end(chat: string, hasMore = false): void {
    busy.delete(chat);
    if (passedOver.delete(chat) || isCrowded || hasMore) wake();
  }

  function wake(): void {
    // Only a hint that arrives during a poll causes another one; an empty poll must not trigger the next.
    again = looking !== undefined;
    if (stopped || again) return;
    looking = look()
      .catch(complain)
      .finally(() => {
        looking = undefined;
        if (again && mayGoOn()) setImmediate(wake);
      });
  }

  return {
    wake,
    keep: (chat) =>
      looking || busy.has(chat) || busy.size >= maxConversations || !mayGoOn() ? undefined : keepConversation(busy, chat, begin, end),
    async stop() {
      stopped = true;
      await looking;
      await Promise.all(busy.values());
    },
  };
}

/** Not while somebody looks: they may find what is stored for whoever keeps it. */
function keepConversation(
  busy: Map<string, Promise<void>>,
  chat: string,
  begin: (chat: string, messages: Claimed[]) => Promise<void>,
  end: (chat: string) => void,
): KeptConversation {
  let over: (sent?: Promise<void>) => void = () => undefined;
  const kept = new Promise<void>((resolve) => {
    over = resolve;
  });
  busy.set(chat, kept);
  return {
    send(messages) {
      const sent = begin(chat, messages);
      busy.set(chat, sent);
      over(sent);
    },
    letGo() {
      end(chat);
      over();
    },
  };
}

function remember(recent: Set<string>, chat: string): void {
  if (recent.size >= maxRecentConversations) recent.clear();
  recent.add(chat);
}

const openRecorder = (platform: Platform, held: HeldLease) =>
  batchWrites<Outcome>(async (outcomes) => {
    crashPoint('outbox.sent');
    await recordOutcomes(platform, held, outcomes);
    crashPoint('outbox.recorded');
  });

function byChat(claimed: Claimed[]): Map<string, Claimed[]> {
  const chats = new Map<string, Claimed[]>();
  for (const message of claimed) chats.set(message.chat, [...(chats.get(message.chat) ?? []), message]);
  return chats;
}

import type { Platform } from '../../platform/database/scope.ts';
import type { HeldLease } from '../connections/leases.ts';
import type { Kept } from '../messages/message-arrival.actions.ts';
import type { Answer, Direct } from '../messages/replies.ts';
import { maxPerConversation } from './claim.ts';
import type { Claimed } from './outbox.actions.ts';

/** A conversation from which nobody else takes messages until it is given some, or let go. */
export type KeptConversation = { send(messages: Claimed[]): void; letGo(): void };
/** The sender of a connection that this process holds. It keeps no conversation in which something may be on its way already. */
export type NearSender = { held: HeldLease; keep(chat: string): KeptConversation | undefined };

const sendersOf = new WeakMap<Platform['databases'], Map<number, NearSender>>();

/** From now on what this process answers at once may go straight to this sender. Answers how to end that. */
export function offerSender({ databases }: Platform, sender: NearSender): () => void {
  const { connectionId } = sender.held;
  const senders = sendersOf.get(databases) ?? new Map<number, NearSender>();
  sendersOf.set(databases, senders.set(connectionId, sender));
  return () => {
    if (senders.get(connectionId) === sender) senders.delete(connectionId);
  };
}

/**
 * What a transaction answers at once is stored as claimed by the sender beside it, and given to it when that has committed: nothing looks
 * for it. Meanwhile the sender keeps the conversations. Answers that have to wait for something else in their conversation, or whose
 * lease was lost, are queued like everything else.
 */
export type DirectSending = ReturnType<typeof openDirectSending>;

type Conversation = KeptConversation & { messages: Claimed[] };

export function openDirectSending({ databases }: Platform) {
  const kept: Conversation[] = [];
  const answerOf = new Map<string, { answer: Answer; conversation: Conversation }>();

  function end(hasCommitted: boolean): void {
    for (const { messages, send, letGo } of kept.splice(0)) {
      if (hasCommitted && messages.length > 0) send(messages);
      else letGo();
    }
  }

  return {
    /** Which of them are to be stored as claimed, under which leases. */
    keep(answers: Answer[]): Direct {
      const leases = new Map<number, HeldLease>();
      for (const [first, ...more] of byConversation(answers)) {
        const sender = sendersOf.get(databases)?.get(first.connectionId);
        const said = [first, ...more];
        if (!sender || first.chat === null || said.length > maxPerConversation || !said.every(isText)) continue;
        const found = sender.keep(first.chat);
        if (!found) continue;
        const conversation = { ...found, messages: [] };
        kept.push(conversation);
        leases.set(first.connectionId, sender.held);
        for (const answer of said) answerOf.set(answer.channelId, { answer, conversation });
      }
      return { leases: [...leases.values()], channelIds: [...answerOf.keys()] };
    },
    /** What has become of them: those with a row in the outbox are claimed. */
    stored(answers: Kept[]): void {
      for (const { message, outboxId } of answers) {
        const found = answerOf.get(message.channelId);
        if (found && outboxId !== null) found.conversation.messages.push(claimed(outboxId, found.answer));
      }
    },
    send: () => end(true),
    letGo: () => end(false),
  };
}

const isText = ({ mediaId }: Answer) => mediaId === null;

function byConversation(answers: Answer[]): Array<[Answer, ...Answer[]]> {
  const conversations = new Map<string, [Answer, ...Answer[]]>();
  for (const answer of answers) {
    const key = `${answer.connectionId} ${answer.chat}`;
    const before = conversations.get(key);
    if (before) before.push(answer);
    else conversations.set(key, [answer]);
  }
  return [...conversations.values()];
}

const claimed = (outboxId: number, { channelId, chat, body }: Answer): Claimed => ({
  outboxId,
  attempts: 1,
  deed: 'send',
  fromMe: true,
  participant: '',
  id: channelId,
  chat: chat ?? '',
  body,
  emoji: null,
  isTooLate: false,
  mediaType: null,
  media: null,
  quotedId: null,
  voice: false,
  data: null,
  template: null,
});

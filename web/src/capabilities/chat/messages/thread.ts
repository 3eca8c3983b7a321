import type { Message } from '@prosa/contracts/messages';
import { dayOf } from '../../../platform/language/format.ts';
import { type Outbox, type Outgoing, withoutEchoes } from './outbox.ts';

/** What a bubble shows, whether stored or still on its way. */
export type Shown = Pick<
  Message,
  | 'body'
  | 'fromMe'
  | 'mediaType'
  | 'mediaUrl'
  | 'data'
  | 'isDeleted'
  | 'isEdited'
  | 'ack'
  | 'createdAt'
  | 'quotedMsg'
  | 'reactions'
  | 'participant'
>;
export type ThreadItem = { key: string } & (
  | { kind: 'start' }
  | { kind: 'day'; at: string }
  | { kind: 'earlier'; ticketId: number }
  | { kind: 'unread'; count: number }
  | { kind: 'bubble'; shown: Shown; starts: boolean; ends: boolean; message?: Message; outgoing?: Outgoing }
);
export type BubbleItem = Extract<ThreadItem, { kind: 'bubble' }>;

const groupMilliseconds = 3 * 60_000;

export type Thread = {
  messages: readonly Message[];
  outbox: Outbox;
  userId: number;
  ticketId: number;
  hasMore: boolean;
  unread?: { firstId: number; count: number } | undefined;
};

/** The rows of a conversation: bubbles, and between them the days, earlier tickets and the unread mark. */
export function threadItems({ messages, outbox, userId, ticketId, hasMore, unread }: Thread): ThreadItem[] {
  const bubbles = [...withoutEchoes(messages, outbox, userId).map((message) => stored(message, outbox)), ...outbox.entries.map(onItsWay)];
  if (bubbles.length === 0) return [];
  const items: ThreadItem[] = hasMore ? [] : [{ kind: 'start', key: 'start' }];
  let before: BubbleItem | undefined;
  for (const bubble of bubbles) {
    // What stands before the oldest one loaded is known only with the page above it; a mark put there would move away.
    const marks = before || !hasMore ? marksBetween(before, bubble, ticketId) : [];
    if (unread && bubble.message?.id === unread.firstId) marks.push({ kind: 'unread', key: 'unread', count: unread.count });
    const joined = before !== undefined && marks.length === 0 && sameGroup(before.shown, bubble.shown);
    if (before && !joined) before.ends = true;
    bubble.starts = !joined;
    items.push(...marks, bubble);
    before = bubble;
  }
  if (before) before.ends = true;
  return items;
}

function stored(message: Message, { stored: keys }: Outbox): BubbleItem {
  return { kind: 'bubble', key: keys.get(message.id) ?? `m${message.id}`, shown: message, message, starts: false, ends: false };
}

function onItsWay(outgoing: Outgoing): BubbleItem {
  const { attached } = outgoing;
  const shown: Shown = {
    body: outgoing.body,
    createdAt: outgoing.createdAt,
    fromMe: true,
    ack: outgoing.state === 'failed' ? -1 : 0,
    mediaType: attached?.mediaType ?? null,
    mediaUrl: attached?.url ?? null,
    data: attached?.data ?? null,
    isDeleted: false,
    isEdited: false,
    quotedMsg: outgoing.quoted ?? null,
    reactions: [],
    participant: null,
  };
  return { kind: 'bubble', key: outgoing.key, shown, outgoing, starts: false, ends: false };
}

/** Named after the bubble they stand before, since that is where they stay. */
function marksBetween(before: BubbleItem | undefined, bubble: BubbleItem, ticketId: number): ThreadItem[] {
  const marks: ThreadItem[] = [];
  const episode = episodeOf(bubble, ticketId);
  const lastEpisode = before ? episodeOf(before, ticketId) : ticketId;
  if (episode !== lastEpisode) marks.push({ kind: 'earlier', key: `e${bubble.key}`, ticketId: episode });
  const day = dayOf(bubble.shown.createdAt);
  if (!before || dayOf(before.shown.createdAt) !== day) marks.push({ kind: 'day', key: `d${bubble.key}`, at: bubble.shown.createdAt });
  return marks;
}

/** What belongs to no ticket begins no new one: it lies behind the one it opens at. */
const episodeOf = ({ message }: BubbleItem, ticketId: number) => message?.ticketId ?? message?.ticket?.id ?? ticketId;

function sameGroup(a: Shown, b: Shown): boolean {
  return (
    a.fromMe === b.fromMe &&
    a.participant?.number === b.participant?.number &&
    Date.parse(b.createdAt) - Date.parse(a.createdAt) < groupMilliseconds
  );
}

/** The first unread message: the oldest of the contact's last `count` messages. */
export function firstUnread(messages: readonly Message[], count: number): Thread['unread'] {
  if (count <= 0) return undefined;
  const first = messages.filter((message) => !message.fromMe).at(-count);
  return first && { firstId: first.id, count };
}

/** Where a message stands among the rows; below zero when it is not loaded. */
export function indexOfMessage(items: readonly ThreadItem[], messageId: number): number {
  return items.findIndex((item) => item.kind === 'bubble' && item.message?.id === messageId);
}

/** Whether two rows look the same. */
export function isSameRow(a: ThreadItem, b: ThreadItem): boolean {
  if (a.kind !== 'bubble' || b.kind !== 'bubble') return a.kind !== 'bubble' && b.kind !== 'bubble' && isSameMark(a, b);
  return a.key === b.key && a.starts === b.starts && a.ends === b.ends && isSameMessage(a.message, b.message) && a.outgoing === b.outgoing;
}

/** No bubble shows its ticket, and a ticket that moves on does so in all its messages. */
function isSameMessage(a: Message | undefined, b: Message | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify({ ...a, ticket: b.ticket }) === JSON.stringify(b));
}

type Mark = Exclude<ThreadItem, BubbleItem>;
const isSameMark = (a: Mark, b: Mark) => a.key === b.key && JSON.stringify(a) === JSON.stringify(b);

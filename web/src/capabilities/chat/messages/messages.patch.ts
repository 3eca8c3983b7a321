import type { Message } from '@prosa/contracts/messages';
import type { Loaded, Order } from '../../../platform/lists/loaded.ts';

/** Oldest first, as people read. What arrives late, from a phone that was offline, goes to its time. */
export const messageOrder: Order<Message> = {
  compare: (a, b) => (a.createdAt === b.createdAt ? a.id - b.id : a.createdAt < b.createdAt ? -1 : 1),
  newer: settleMessage,
};

/** Applies a new or changed message to the thread. Idempotent, and safe out of order. */
export function patchMessages(thread: Loaded<Message>, message: Message): Loaded<Message> {
  const held = thread.items.findIndex((other) => other.id === message.id);
  const current = thread.items[held];
  if (current) return { ...thread, items: thread.items.with(held, settleMessage(current, message)) };
  const above = thread.items.findLastIndex((other) => messageOrder.compare(other, message) < 0);
  // Older than the loaded part: loaded with its page.
  if (above < 0 && thread.hasMore) return thread;
  return { ...thread, items: thread.items.toSpliced(above + 1, 0, message), count: thread.count + 1 };
}

/** Events may overtake each other: once on its way a message only advances, and what is deleted stays deleted. */
function settleMessage(held: Message, heard: Message): Message {
  const ack = held.ack >= 1 && heard.ack < held.ack ? held.ack : heard.ack;
  // A file that has come stays, whatever was said before it came.
  const mediaUrl = heard.mediaUrl ?? held.mediaUrl;
  const data = settleData(held.data, mediaUrl === heard.mediaUrl ? heard.data : withoutState(heard.data));
  return { ...heard, ack, mediaUrl, data, isDeleted: held.isDeleted || heard.isDeleted };
}

function withoutState(data: Message['data']): Message['data'] {
  if (!data) return data;
  const { file: _before, ...rest } = data;
  return rest;
}

/** What was measured of a file once is not forgotten because of news from before it was. */
function settleData(held: Message['data'], heard: Message['data']): Message['data'] {
  if (!held || !heard) return heard;
  return {
    ...heard,
    width: heard.width ?? held.width,
    height: heard.height ?? held.height,
    seconds: heard.seconds ?? held.seconds,
    waveform: heard.waveform ?? held.waveform,
    thumbnailUrl: heard.thumbnailUrl ?? held.thumbnailUrl,
  };
}

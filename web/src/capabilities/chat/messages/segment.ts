import type { Message } from '@prosa/contracts/messages';
import type { Loaded, Reply } from '../../../platform/lists/loaded.ts';
import { addPage } from '../../../platform/lists/loaded.ts';
import { messageOrder } from './messages.patch.ts';

/** A page of a thread, with its number counted from the newest. */
export type Page = Reply<Message> & { pageNumber: number };

/** A stretch of a long thread around one message, far from what is loaded at its end. Both its ends can grow. */
export type Segment = Loaded<Message> & { newestPage: number; oldestPage: number };

export function openSegment(page: Page): Segment {
  const { items, count, hasMore, pageNumber } = page;
  const sorted = items.toSorted(messageOrder.compare);
  return { items: sorted, count, hasMore, size: items.length, countKnown: true, newestPage: pageNumber, oldestPage: pageNumber };
}

export function addOlder(segment: Segment, page: Page): Segment {
  return { ...segment, ...addPage(segment, page, messageOrder), hasMore: page.hasMore, oldestPage: page.pageNumber };
}

/** Whether older messages still exist is said by the oldest page alone. */
export function addNewer(segment: Segment, page: Page): Segment {
  return { ...segment, ...addPage(segment, page, messageOrder), hasMore: segment.hasMore, newestPage: page.pageNumber };
}

/** The whole thread once the stretch has reached it; nothing while messages between the two are missing. */
export function joinToThread(segment: Segment, thread: Loaded<Message>): Loaded<Message> | undefined {
  const held = new Set(thread.items.map(({ id }) => id));
  if (!segment.items.some(({ id }) => held.has(id))) return undefined;
  const older = segment.items.length > 0 && isBefore(segment.items[0], thread.items[0]);
  const whole = addPage(
    thread,
    { items: segment.items, count: thread.count, hasMore: older ? segment.hasMore : thread.hasMore },
    messageOrder,
  );
  return { ...whole, size: thread.size };
}

function isBefore(a: Message | undefined, b: Message | undefined): boolean {
  return a !== undefined && b !== undefined && messageOrder.compare(a, b) < 0;
}

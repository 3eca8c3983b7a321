import type { Message } from '@prosa/contracts/messages';
import { describe, expect, test } from 'vitest';
import { addPage, nothingLoaded } from '../../../platform/lists/loaded.ts';
import { aMessage } from './messages.fixture.ts';
import { messageOrder } from './messages.patch.ts';
import { addNewer, addOlder, joinToThread, openSegment, type Page } from './segment.ts';

const at = (id: number) => new Date(Date.UTC(2026, 10, 15, 10, 0, id)).toISOString();
/** Page 1 holds the newest: of 100 messages, 81 to 100. */
const page = (pageNumber: number, size = 20, count = 100): Page => ({
  items: Array.from({ length: size }, (_, index) => count - pageNumber * size + 1 + index).map((id) => aMessage({ id, createdAt: at(id) })),
  count,
  hasMore: pageNumber * size < count,
  pageNumber,
});
const thread = addPage(nothingLoaded<Message>(), page(1), messageOrder);
const ids = ({ items }: { items: { id: number }[] }) => [items[0]?.id, items.at(-1)?.id, items.length];

describe('a look at another part of a long conversation', () => {
  test('grows at both ends, and only its oldest page says whether there is more', () => {
    const seen = openSegment(page(4));
    expect(ids(seen)).toEqual([21, 40, 20]);
    const older = addOlder(seen, page(5));
    expect([ids(older), older.hasMore]).toEqual([[1, 40, 40], false]);
    const newer = addNewer(older, page(3));
    expect([ids(newer), newer.hasMore, newer.newestPage]).toEqual([[1, 60, 60], false, 3]);
  });

  test('stays apart while messages between it and the end are missing', () => {
    expect(joinToThread(openSegment(page(2)), thread)).toBeUndefined();
  });

  test('becomes the thread once the two meet, with nothing twice and nothing missing', () => {
    const seen = addNewer(addNewer(openSegment(page(3)), page(2)), page(1));
    const whole = joinToThread(seen, thread);
    expect(whole && [ids(whole), whole.hasMore, whole.size]).toEqual([[41, 100, 60], true, 20]);
  });
});

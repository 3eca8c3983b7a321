import { type Range, useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { pictureBox } from '../media/media.ts';
import { type ScrollPosition, saveScrollPosition, scrollPositionOf } from '../messages/scroll-positions.ts';
import type { ThreadItem } from '../messages/thread.ts';
import { foldedCharacters } from '../text/folding.ts';

export const atEndWithin = 80;
const estimates: Record<ThreadItem['kind'], number> = { start: 40, day: 42, earlier: 42, unread: 36, bubble: 42 };

function estimate(item: ThreadItem | undefined): number {
  if (item?.kind !== 'bubble') return estimates[item?.kind ?? 'bubble'];
  const { mediaType, data } = item.shown;
  const isPicture = mediaType === 'image' || mediaType === 'video';
  return isPicture ? pictureBox(data).height + 40 : mediaType ? 76 : estimateTextHeight(item.shown.body.length);
}

/** Taken for one line each, a screen of long texts would be five: all of them laid out at once, to be thrown away. */
function estimateTextHeight(length: number): number {
  const lines = Math.min(Math.max(1, Math.ceil(length / 60)), 12);
  return estimates.bubble + (lines - 1) * 20 + (length > foldedCharacters ? 24 : 0);
}

type VirtualizerInput = {
  items: ThreadItem[];
  isShown: boolean;
  ticketId: number;
  isAway: boolean;
  /** A row that stays drawn wherever one scrolls, since it has the focus. */
  kept: string | undefined;
};

const padding = 12;
const rowsAround = 6;
const heightAround = 600;

/** The rows in view and some around them: fewer where they are high, since what counts is how far one scrolls. */
function around({ startIndex, endIndex, overscan, count }: Range, items: ThreadItem[]): number[] {
  let [from, to] = [startIndex, endIndex];
  for (let height = 0; from > 0 && startIndex - from < overscan && height < heightAround; height += estimate(items[from])) from -= 1;
  for (let height = 0; to < count - 1 && to - endIndex < overscan && height < heightAround; height += estimate(items[to])) to += 1;
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}

const withRow = (rows: number[], index: number) => (index < 0 || rows.includes(index) ? rows : [...rows, index].sort((a, b) => a - b));

/** How large the last conversation was shown: most likely the next one is as large, and is right from its first frame on. */
let lastSeen = { width: 0, height: 0 };

/** Where a conversation opens: at its unread mark, where one left it, or at its end. Sizes not yet known are guessed. */
function firstOffset(items: ThreadItem[], place: ScrollPosition | undefined): number {
  const known = new Map(place?.sizes.map(({ key, size }) => [key, size]));
  const heightOf = (rows: ThreadItem[]) => rows.reduce((sum, item) => sum + (known.get(item.key) ?? estimate(item)), padding);
  const unread = items.findIndex(({ kind }) => kind === 'unread');
  if (unread >= 0) return heightOf(items.slice(0, unread));
  const fromEnd = place && !place.isAtEnd ? place.fromEnd : lastSeen.height;
  return Math.max(0, heightOf(items) + padding - fromEnd);
}

/**
 * The rows whose heights are known. The list notes only those that it had guessed wrong: the others, which are most, would be measured
 * again when one comes back, each with a layout of its own before anything is painted.
 */
function measuredRows(virtual: Virtualizer<HTMLDivElement, HTMLDivElement>, items: ThreadItem[]): VirtualItem[] {
  const noted = new Map(virtual.takeSnapshot().map((row) => [row.key, row]));
  return items.flatMap((item, index) => {
    const drawn = virtual.elementsCache.has(item.key) ? { index, key: item.key, size: estimate(item), start: 0, end: 0, lane: 0 } : [];
    return noted.get(item.key) ?? drawn;
  });
}

/** The list grows at both ends: the newest message stays in view, and older ones come in above without moving anything. */
export function useThreadVirtualizer(
  { items, isShown, ticketId, isAway, kept }: VirtualizerInput,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const keptIndex = kept === undefined ? -1 : items.findIndex(({ key }) => key === kept);
  const [known] = useState(() => scrollPositionOf(ticketId));
  // Reaching the newest message by scrolling is no reason to be carried to the end.
  const wasAway = useRef(isAway);
  const follows = !isAway && !wasAway.current;
  useEffect(() => {
    wasAway.current = isAway;
  }, [isAway]);
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(items[index]),
    getItemKey: (index) => items[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: follows,
    scrollEndThreshold: atEndWithin,
    paddingStart: padding,
    paddingEnd: padding,
    // What is in view first; what lies just outside with the next frame.
    overscan: isShown ? rowsAround : 0,
    rangeExtractor: (range) => withRow(around(range, items), keptIndex),
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    initialRect: lastSeen,
    initialOffset: () => firstOffset(items, known),
    ...(known && { initialMeasurementsCache: known.sizes }),
  });
  const open = useEffectEvent(() => {
    lastSeen = virtual.scrollRect ?? lastSeen;
    // What was put out of sight and is shown again was left in between.
    const place = scrollPositionOf(ticketId);
    const unread = items.findIndex(({ kind }) => kind === 'unread');
    if (unread >= 0) virtual.scrollToIndex(unread, { align: 'start' });
    else if (place && !place.isAtEnd) virtual.scrollToOffset(virtual.getTotalSize() - place.fromEnd);
    else virtual.scrollToEnd();
  });
  useLayoutEffect(() => open(), []);
  const leave = useEffectEvent(() => {
    lastSeen = virtual.scrollRect ?? lastSeen;
    if (isAway) return;
    const fromEnd = virtual.getTotalSize() - (virtual.scrollOffset ?? 0);
    saveScrollPosition(ticketId, {
      // The list has let go of its element by now, and would say that it is at the end.
      isAtEnd: fromEnd - lastSeen.height <= atEndWithin,
      fromEnd,
      rows: items.length - (virtual.range?.startIndex ?? 0),
      sizes: measuredRows(virtual, items),
    });
  });
  useLayoutEffect(() => () => leave(), []);
  const toEnd = useRef(virtual.scrollToEnd);
  useStayAtEnd(scroller, toEnd, isAway);
  const own = items.at(-1);
  const written = own?.kind === 'bubble' && own.outgoing ? own.key : undefined;
  // Scrolls to the end after sending.
  useLayoutEffect(() => {
    if (written !== undefined) toEnd.current();
  }, [written]);
  return virtual;
}

/** A banner or a growing composer takes height away from the list; who was at the end stays there. */
function useStayAtEnd(scroller: RefObject<HTMLDivElement | null>, toEnd: RefObject<() => void>, isAway: boolean): void {
  const stay = useEffectEvent((wasAtEnd: boolean) => {
    if (wasAtEnd && !isAway) toEnd.current();
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    // Told once at the beginning too: asked for here it would be a layout more.
    let height: number | undefined;
    const observer = new ResizeObserver(() => {
      // Seen from the height before, since the browser keeps the top in place.
      const wasAtEnd = height !== undefined && element.scrollHeight - element.scrollTop - height <= atEndWithin;
      height = element.clientHeight;
      stay(wasAtEnd);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}

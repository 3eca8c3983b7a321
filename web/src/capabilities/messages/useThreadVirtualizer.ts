import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { pictureBox } from './media.ts';
import { keepPlace, placeOf } from './places.ts';
import type { ThreadItem } from './thread.ts';

export const atEndWithin = 80;
const estimates: Record<ThreadItem['kind'], number> = { start: 40, day: 42, earlier: 42, unread: 36, bubble: 42 };

function estimate(item: ThreadItem | undefined): number {
  if (item?.kind !== 'bubble') return estimates[item?.kind ?? 'bubble'];
  const { mediaType, data } = item.shown;
  const isPicture = mediaType === 'image' || mediaType === 'video';
  return isPicture ? pictureBox(data).height + 40 : mediaType ? 76 : estimates.bubble;
}

type Wanted = { items: ThreadItem[]; ticketId: number; isAway: boolean };

/** The list grows at both ends: the newest message stays in view, and older ones come in above without moving anything. */
export function useThreadVirtualizer({ items, ticketId, isAway }: Wanted, scroller: RefObject<HTMLDivElement | null>) {
  const [place] = useState(() => placeOf(ticketId));
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
    paddingStart: 12,
    paddingEnd: 12,
    overscan: 8,
    directDomUpdates: true,
    ...(place && { initialMeasurementsCache: place.sizes }),
  });
  const open = useEffectEvent(() => {
    const unread = items.findIndex(({ kind }) => kind === 'unread');
    if (unread >= 0) virtual.scrollToIndex(unread, { align: 'start' });
    else if (place && !place.isAtEnd) virtual.scrollToOffset(place.offset);
    else virtual.scrollToEnd();
  });
  useLayoutEffect(() => open(), []);
  const leave = useEffectEvent(() => {
    if (!isAway)
      keepPlace(ticketId, { offset: virtual.scrollOffset ?? 0, isAtEnd: virtual.isAtEnd(atEndWithin), sizes: virtual.takeSnapshot() });
  });
  useLayoutEffect(() => () => leave(), []);
  const toEnd = useRef(virtual.scrollToEnd);
  useStayAtEnd(scroller, toEnd, isAway);
  const own = items.at(-1);
  const written = own?.kind === 'bubble' && own.outgoing ? own.key : undefined;
  // Whoever writes wants to see what they wrote, wherever they were reading.
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
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      // Seen from the height before, since the browser keeps the top in place.
      const wasAtEnd = element.scrollHeight - element.scrollTop - height <= atEndWithin;
      height = element.clientHeight;
      stay(wasAtEnd);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}

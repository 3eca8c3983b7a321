import type { VirtualItem } from '@tanstack/react-virtual';

/** Scroll position and row heights of a conversation, restored on return. Counted from the end, since only the end stays cached. */
export type ScrollPosition = { isAtEnd: boolean; fromEnd: number; rows: number; sizes: VirtualItem[] };

const maxPositions = 20;
/** Rows above the place that are kept as well, so that one does not come back to an edge. */
const extraRows = 20;
const scrollPositions = new Map<number, ScrollPosition>();

export function saveScrollPosition(ticketId: number, place: ScrollPosition): void {
  scrollPositions.delete(ticketId);
  scrollPositions.set(ticketId, { ...place, sizes: place.sizes.slice(-(place.rows + extraRows)) });
  const oldest = scrollPositions.keys().next();
  if (scrollPositions.size > maxPositions && !oldest.done) scrollPositions.delete(oldest.value);
}

export function scrollPositionOf(ticketId: number): ScrollPosition | undefined {
  return scrollPositions.get(ticketId);
}

/** Number of rows to keep cached so that the scroll position can be restored. */
export const rowsToKeep = (ticketId: number): number => (scrollPositions.get(ticketId)?.rows ?? 0) + extraRows;

import type { VirtualItem } from '@tanstack/react-virtual';

/**
 * Where a person was reading, and how high the rows were, so that coming back shows the very same. Counted from the end: a
 * conversation that is left keeps its end only.
 */
export type Place = { isAtEnd: boolean; fromEnd: number; rows: number; sizes: VirtualItem[] };

const mostPlaces = 20;
/** Rows above the place that are kept as well, so that one does not come back to an edge. */
const margin = 20;
const places = new Map<number, Place>();

export function keepPlace(ticketId: number, place: Place): void {
  places.delete(ticketId);
  places.set(ticketId, { ...place, sizes: place.sizes.slice(-(place.rows + margin)) });
  const oldest = places.keys().next();
  if (places.size > mostPlaces && !oldest.done) places.delete(oldest.value);
}

export function placeOf(ticketId: number): Place | undefined {
  return places.get(ticketId);
}

/** How many rows of a conversation that is left one would come back to. */
export const rowsToKeep = (ticketId: number): number => (places.get(ticketId)?.rows ?? 0) + margin;

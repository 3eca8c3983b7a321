import type { VirtualItem } from '@tanstack/react-virtual';

/** Where a person was reading, and how high the rows were, so that coming back shows the very same. */
export type Place = { offset: number; isAtEnd: boolean; sizes: VirtualItem[] };

const mostPlaces = 20;
const places = new Map<number, Place>();

export function keepPlace(ticketId: number, place: Place): void {
  places.delete(ticketId);
  places.set(ticketId, place);
  const oldest = places.keys().next();
  if (places.size > mostPlaces && !oldest.done) places.delete(oldest.value);
}

export function placeOf(ticketId: number): Place | undefined {
  return places.get(ticketId);
}

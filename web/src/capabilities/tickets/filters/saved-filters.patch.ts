import { plainText } from '@prosa/contracts/plain-text';
import type { SavedFilter, savedFilterLive } from '@prosa/contracts/saved-filters';
import type { z } from 'zod';

export type SavedFilterEvent = z.output<typeof savedFilterLive.message>;

const plain = (text: string) => plainText(text, 'NFKD');

/** As the server lists them: one's own, then the shared ones, each by name. */
function compare(a: SavedFilter, b: SavedFilter): number {
  if (a.shared !== b.shared) return a.shared ? 1 : -1;
  const [left, right] = [plain(a.name), plain(b.name)];
  return left === right ? a.id - b.id : left < right ? -1 : 1;
}

/** The list after an event, as a fresh load would have it. Idempotent. */
export function withEvent(list: readonly SavedFilter[], event: SavedFilterEvent): readonly SavedFilter[] {
  const id = event.action === 'delete' ? event.id : event.filter.id;
  const others = list.filter((each) => each.id !== id);
  return event.action === 'delete' ? others : [...others, event.filter].sort(compare);
}

import type { Ticket } from '@prosa/contracts/tickets';
import { createStore, useStore } from '../../platform/browser/store.ts';

/** The connections of the tickets seen so far. Agents are not told the list of all. */
const seen = new Set<number>();
const several = createStore(false);

export function noteConnections(tickets: readonly Pick<Ticket, 'whatsappId'>[]): void {
  for (const { whatsappId } of tickets) seen.add(whatsappId);
  several.set(seen.size > 1);
}

/** Whether the name of a connection tells one ticket from another. */
export const useSeveralConnections = (): boolean => useStore(several);

import { useSyncExternalStore } from 'react';
import { onStoredElsewhere, stored } from '../../../platform/browser/stored.ts';

const keyOf = (userId: number, ticketId: number) => `draft-${userId}-${ticketId}`;
const listeners = new Set<() => void>();

/** Unsent text, stored in the browser by user and ticket. */
export function readDraft(userId: number, ticketId: number): string {
  return stored.read(keyOf(userId, ticketId)) ?? '';
}

export function writeDraft(userId: number, ticketId: number, words: string): void {
  const key = keyOf(userId, ticketId);
  if (words === '') stored.remove(key);
  else stored.write(key, words);
  for (const listener of listeners) listener();
}

/** The same for a list of tickets, as it changes here and in other tabs. */
export function useDraftText(userId: number, ticketId: number): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      const stop = onStoredElsewhere(keyOf(userId, ticketId), listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    () => readDraft(userId, ticketId),
  );
}

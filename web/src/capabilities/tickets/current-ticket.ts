import { useEffect } from 'react';
import { createStore, useStore } from '../../platform/store.ts';

const current = createStore<string | undefined>(undefined);

/** The ticket one is at, by its uuid; the list may be looked at meanwhile. */
export function useCurrentTicket(shown: string | undefined): string | undefined {
  useEffect(() => {
    if (shown !== undefined) current.set(shown);
  }, [shown]);
  useEffect(() => () => current.set(undefined), []);
  return useStore(current);
}

/** Whoever gives a ticket up is no longer at it. */
export function clearCurrentTicket(uuid: string): void {
  if (current.get() === uuid) current.set(undefined);
}

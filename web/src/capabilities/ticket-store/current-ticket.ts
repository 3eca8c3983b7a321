import { useEffect } from 'react';

let current: string | undefined;

/** The ticket one is at, by its uuid; the list may be looked at meanwhile. */
export const currentTicket = (): string | undefined => current;

export function useCurrentTicket(shown: string | undefined): void {
  useEffect(() => {
    if (shown !== undefined) current = shown;
  }, [shown]);
  useEffect(
    () => () => {
      current = undefined;
    },
    [],
  );
}

/** Whoever gives a ticket up is no longer at it. */
export function clearCurrentTicket(uuid: string): void {
  if (current === uuid) current = undefined;
}

import { useEffect } from 'react';

let current: string | undefined;

/** The uuid of the current ticket, also while the list is shown. */
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

/** Clears the current ticket after it was given up. */
export function clearCurrentTicket(uuid: string): void {
  if (current === uuid) current = undefined;
}

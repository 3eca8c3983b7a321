import { useEffect } from 'react';
import type { AroundNavHandler } from 'wouter';
import { createStore, useStore } from '../browser/store.ts';

let holders = 0;
/** A way out that was asked for while something would have been lost by it. */
const departure = createStore<(() => void) | undefined>(undefined);

/** Given to the router: leaving a page waits while something on it asks to be finished first. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  if (holders === 0) navigate(to, options);
  else departure.set(() => navigate(to, options));
};

/** Holds whoever wants to leave for as long as it is shown. Gives the way they asked for, to go or to drop. */
export function useConfirmLeave(): { leave: (() => void) | undefined; stay: () => void } {
  useEffect(() => {
    holders += 1;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      holders -= 1;
      departure.set(undefined);
      window.removeEventListener('beforeunload', ask);
    };
  }, []);
  return { leave: useStore(departure), stay: () => departure.set(undefined) };
}

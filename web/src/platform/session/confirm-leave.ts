import { useEffect } from 'react';
import type { AroundNavHandler } from 'wouter';
import { createStore, useStore } from '../browser/store.ts';

let activeGuards = 0;
/** A navigation that was requested while unsaved work would be lost. */
const pendingNavigation = createStore<(() => void) | undefined>(undefined);

/** Given to the router: leaving a page waits while something on it asks to be finished first. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  if (activeGuards === 0) navigate(to, options);
  else pendingNavigation.set(() => navigate(to, options));
};

/** Blocks navigation while mounted. Returns the requested navigation, to confirm or cancel. */
export function useConfirmLeave(): { leave: (() => void) | undefined; stay: () => void } {
  useEffect(() => {
    activeGuards += 1;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      activeGuards -= 1;
      pendingNavigation.set(undefined);
      window.removeEventListener('beforeunload', ask);
    };
  }, []);
  return { leave: useStore(pendingNavigation), stay: () => pendingNavigation.set(undefined) };
}

import { ownScript } from '../platform/browser/own-scripts.ts';
import { createStore } from '../platform/browser/store.ts';

/** True when a newer build is deployed: a part of the running one could not be loaded. */
export const updateAvailable = createStore(false);

const workerAddress = '/sw.js';

export function installServiceWorker(): void {
  // Without a network no part can be fetched, whatever the server has.
  window.addEventListener('vite:preloadError', () => navigator.onLine && updateAvailable.set(true));
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    // Installing is a convenience: where it is refused, the app works without.
    void register().catch(() => undefined);
  });
}

const register = () => navigator.serviceWorker.register(ownScript(workerAddress));

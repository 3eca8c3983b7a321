import { createStore } from '../platform/store.ts';

/** True once a newer build is on the server: a part of the running one could not be fetched any more. */
export const updateAvailable = createStore(false);

export function installServiceWorker(): void {
  window.addEventListener('vite:preloadError', () => updateAvailable.set(true));
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    // Installing is a convenience: where it is refused, the app works without.
    void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  });
}

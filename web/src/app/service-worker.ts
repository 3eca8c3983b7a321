import { createStore } from '../platform/browser/store.ts';

/** True when a newer build is deployed: a part of the running one could not be loaded. */
export const updateAvailable = createStore(false);

type ScriptAddresses = { createScriptURL: (address: string) => string };
declare global {
  interface Window {
    /** Where the page's policy asks for it, an address of a script must pass through a named rule. */
    trustedTypes?: { createPolicy: (name: string, rules: ScriptAddresses) => ScriptAddresses };
  }
}

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

async function register(): Promise<void> {
  const policy = window.trustedTypes?.createPolicy('prosa-worker', { createScriptURL: () => workerAddress });
  await navigator.serviceWorker.register(policy?.createScriptURL(workerAddress) ?? workerAddress);
}

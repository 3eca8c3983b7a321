import { useEffect } from 'react';

const idleAfter = 20_000;
/** One after the other without a rest they would slow down what somebody does meanwhile. */
const rest = 200;

/** Prefetches the lazy parts of the app one by one when the page is idle, so that they open at once and also offline. */
export function usePrefetchApp(): void {
  useEffect(() => {
    if (!import.meta.env.PROD) return undefined;
    // A failed part is loaded again when it is opened.
    const timer = setTimeout(() => void prefetchAll().catch(() => undefined), idleAfter);
    return () => clearTimeout(timer);
  }, []);
}

async function prefetchAll(): Promise<void> {
  // The list alone weighs as much as a small page.
  const { lazyParts } = await import('./lazy-parts.ts');
  for (const load of Object.values(lazyParts)) {
    // Some browsers cache failed imports.
    if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    await load();
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';

let scopes: AsyncLocalStorage<{ isOpen: boolean }> | undefined;

/**
 * From now on a transaction that is begun inside another is an error: it waits for a connection while it holds one, and enough of
 * them at once wait for each other for ever. For tests; to follow every call costs too much to do it always.
 */
export function watchNesting(): void {
  scopes ??= new AsyncLocalStorage();
}

export function refuseNesting(): void {
  if (scopes?.getStore()?.isOpen) throw new Error('a transaction is begun inside another: it would hold two connections');
}

/** The same for whatever else may take its time: the storage, the limiter, another machine. */
export function refuseInScope(what: string): void {
  if (scopes?.getStore()?.isOpen) throw new Error(`${what} is used inside a transaction: it would hold a connection as long as that takes`);
}

/** Runs work that holds a connection. */
export async function trackScope<T>(work: () => Promise<T>): Promise<T> {
  if (!scopes) return work();
  const scope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

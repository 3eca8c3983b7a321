/** Local storage that never throws: a private window or a full disk must not break a screen. */
export const stored = {
  read(key: string): string | undefined {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // What could not be kept lasts until the page is closed.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was kept, so there is nothing to remove.
    }
  },
  /** The keys that begin so. */
  keys(start: string): string[] {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(start));
    } catch {
      return [];
    }
  },
  clear(): void {
    try {
      localStorage.clear();
    } catch {
      // As above.
    }
  },
};

/** Hear what another tab of this browser stores. A cleared storage counts as every key removed. */
export function onStoredElsewhere(key: string, listener: (value: string | undefined) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.storageArea !== null && event.storageArea !== localStorage) return;
    if (event.key === key) listener(event.newValue ?? undefined);
    else if (event.key === null) listener(undefined);
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

export type ByteBudget = {
  /** Counts these bytes unless the budget of this source is spent. Bytes of the last body may exceed it. */
  take(source: string, bytes: number): { ok: boolean; retryAfterSeconds: number };
  /** Counts them even where the budget is spent. */
  charge(source: string, bytes: number): void;
  refund(source: string, bytes: number): void;
};

type Window = { used: number; endsAt: number };
type BudgetOptions = { bytes: number; now: () => Date; maxSources?: number };

const windowMs = 60_000;

/**
 * How many bytes of bodies callers may send whom nothing identifies, per address and minute. It bounds what one process has to read and
 * parse, so each process counts for itself, in memory.
 */
export function createByteBudget({ bytes: allowed, now, maxSources = 50_000 }: BudgetOptions): ByteBudget {
  const windows = new Map<string, Window>();

  function windowOf(source: string): Window {
    const time = now().getTime();
    const known = windows.get(source);
    if (known && known.endsAt > time) return known;
    const window = { used: 0, endsAt: time + windowMs };
    windows.delete(source);
    windows.set(source, window);
    dropOldest(time);
    return window;
  }

  /** The map is ordered by when windows end. */
  function dropOldest(time: number): void {
    for (const [source, { endsAt }] of windows) {
      if (endsAt > time && windows.size <= maxSources) return;
      windows.delete(source);
    }
  }

  return {
    take(source, bytes) {
      const window = windowOf(source);
      const ok = window.used < allowed;
      if (ok) window.used += bytes;
      return { ok, retryAfterSeconds: ok ? 0 : Math.max(1, Math.ceil((window.endsAt - now().getTime()) / 1000)) };
    },
    charge(source, bytes) {
      windowOf(source).used += bytes;
    },
    refund(source, bytes) {
      const window = windowOf(source);
      window.used = Math.max(0, window.used - bytes);
    },
  };
}

import type { ReplayTally } from '../port.ts';

const pause = 1_000;

/** Counts what comes after an outage, and tells it together. */
export class Tally {
  private replayed = 0;
  private unreadable = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly tell: (tally: ReplayTally) => Promise<void>) {}

  add({ replayed = 0, unreadable = 0 }: ReplayTally): void {
    this.replayed += replayed;
    this.unreadable += unreadable;
    this.timer ??= setTimeout(() => void this.close(), pause);
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { replayed, unreadable } = this;
    if (replayed + unreadable === 0) return;
    this.replayed = 0;
    this.unreadable = 0;
    // A figure for the ledger: without the database it is lost.
    await this.tell({ replayed, unreadable }).catch(() => undefined);
  }
}

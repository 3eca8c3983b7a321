/** Runs tasks with the same key in order, and tasks with different keys in parallel. */
export class KeyedQueue {
  private readonly last = new Map<string, Promise<void>>();

  constructor(private readonly onFault: (error: unknown) => void) {}

  add(key: string, work: () => Promise<void>): void {
    const turn = (this.last.get(key) ?? Promise.resolve())
      .then(work)
      .catch(this.onFault)
      .finally(() => {
        if (this.last.get(key) === turn) this.last.delete(key);
      });
    this.last.set(key, turn);
  }

  /** When everything that waits now is done. */
  async idle(): Promise<void> {
    await Promise.all(this.last.values());
  }
}

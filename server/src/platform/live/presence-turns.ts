/** Work on one thing is done one after the other; on different things, side by side. */
export class Turns {
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

type Waiting<T> = { items: T[]; done: () => void; failed: (error: unknown) => void };

/** What comes while a write is under way is written together next: under load many share one commit. */
export function gathered<T>(keep: (items: T[]) => Promise<void>): (items: T[]) => Promise<void> {
  let waiting: Waiting<T>[] = [];
  let writing = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await keep(batch.flatMap(({ items }) => items));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = false;
  }

  return (items) =>
    new Promise((done, failed) => {
      waiting.push({ items, done, failed });
      if (writing) return;
      writing = true;
      void write();
    });
}

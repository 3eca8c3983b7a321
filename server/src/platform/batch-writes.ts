type WaitingItems<T> = { items: T[]; done: () => void; failed: (error: unknown) => void };

/**
 * Batches writes: items that arrive during a write are written together in the next one, so that many share a commit under load. At most
 * so many calls share one.
 */
export function batchWrites<T>(keep: (items: T[]) => Promise<void>, most = Number.POSITIVE_INFINITY): (items: T[]) => Promise<void> {
  const waiting: WaitingItems<T>[] = [];
  let writing = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
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
      // What comes in the same moment shares the first write, too.
      setImmediate(() => void write());
    });
}

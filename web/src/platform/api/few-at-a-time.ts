const maxConcurrent = 4;

/** Calls for many things, a few at a time, so that they do not crowd out everything else. One that fails stops no other. */
export async function fewAtATime<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<{ done: R[]; refused: unknown[] }> {
  const waiting = [...items];
  const done: R[] = [];
  const refused: unknown[] = [];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).then(
        (result) => done.push(result),
        (error: unknown) => refused.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
  return { done, refused };
}

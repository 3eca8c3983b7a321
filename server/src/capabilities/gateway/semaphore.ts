/** A semaphore: at most so many run at once, the others wait in order. */
export function createSemaphore(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: Array<() => void> = [];
  let working = 0;
  return async (work) => {
    if (working < most) working += 1;
    // Whoever ends hands the place on, so that nobody who comes later takes it.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  };
}

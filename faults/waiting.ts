import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the result is defined; errors count as not yet. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false> | T | undefined | false, seconds = 120): Promise<T> {
  const ends = Date.now() + seconds * 1000;
  let last: unknown;
  for (let pause = 10; ; pause = Math.min(200, pause * 1.5)) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    if (Date.now() > ends) throw new Error(`waited ${seconds} s in vain: ${what}`, { cause: last });
    await sleep(pause);
  }
}

/** Rejects when the work takes longer; the work itself goes on unheard. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

export type Readiness = {
  /** In milliseconds. */
  longest(): number;
  /** Another blow falls now: what was before it does not count together with what comes after. */
  restart(): void;
  stop(): Promise<void>;
};

/** Asks a server all the time whether it is ready, and knows the longest time in which it was not. */
export function watchReadiness(url: string): Readiness {
  let longest = 0;
  let since: number | undefined;
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const ok = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_500) }).then(
        async (answer) => {
          await answer.body?.cancel();
          return answer.ok;
        },
        () => false,
      );
      if (ok) since = undefined;
      else {
        since ??= performance.now();
        longest = Math.max(longest, performance.now() - since);
      }
      await sleep(25);
    }
  })();
  return {
    longest: () => longest,
    restart: () => {
      if (since !== undefined) since = performance.now();
    },
    async stop() {
      stopped = true;
      await watching;
    },
  };
}

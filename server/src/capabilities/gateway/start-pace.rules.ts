/** So many sessions start at once, and after them so many a second: hundreds that started together would meet at every turn. */
export type StartLimits = { atOnce: number; perSecond: number };
const usual: StartLimits = { atOnce: 20, perSecond: 20 };

export type StartPace = ReturnType<typeof openStartPace>;

export function openStartPace({ atOnce, perSecond }: StartLimits = usual, now: () => number = () => performance.now()) {
  let left = atOnce;
  let at = now();
  const refill = () => {
    const time = now();
    left = Math.min(atOnce, left + ((time - at) / 1000) * perSecond);
    at = time;
  };
  return {
    /** How many may start now. */
    available(): number {
      refill();
      return Math.floor(left);
    },
    take(count: number): void {
      left -= count;
    },
    /** Milliseconds until it is worth looking again: some together cost one look. */
    wait: () => (Math.min(atOnce, perSecond) / perSecond) * 500,
  };
}

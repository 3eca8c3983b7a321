export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** A clock that tests move by hand. */
export function movableClock(start = new Date()): Clock & { move(milliseconds: number): void } {
  let now = start.getTime();
  const began = Date.now();
  return Object.assign(() => new Date(now + Date.now() - began), {
    move(milliseconds: number) {
      now += milliseconds;
    },
  });
}

export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** A clock that tests move by hand. Until then it tells the time, to the millisecond: the database tells it too. */
export function movableClock(): Clock & { move(milliseconds: number): void } {
  let shift = 0;
  return Object.assign(() => new Date(Date.now() + shift), {
    move(milliseconds: number) {
      shift += milliseconds;
    },
  });
}

/** Reproducible random numbers. */
export type Random = {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number below `below`. */
  below(below: number): number;
  /** Small numbers often, large ones seldom: the higher the power, the more so. */
  skewed(below: number, power: number): number;
  pick<T>(items: readonly T[]): T;
};

/** The generator known as mulberry32. */
export function seeded(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    skewed: (limit, power) => Math.floor(next() ** power * limit),
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

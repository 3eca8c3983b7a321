export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** One round of a load: how much was done in how long, and how long each took, in milliseconds. */
export type Round = { done: number; seconds: number; latencies: number[] };

export type Figures = { perSecond: number; p50: number; p99: number };

export function figuresOf(rounds: readonly Round[]): Figures {
  const latencies = rounds.flatMap((round) => round.latencies);
  return {
    perSecond: median(rounds.map(({ done, seconds }) => done / seconds)),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

/** Neighbouring rounds are compared with one another, so that what else the machine does weighs on both alike. */
export function ratioOf(loads: readonly Round[], baselines: readonly Round[]): number {
  return median(
    loads.map((load, index) => {
      const baseline = baselines[index];
      return baseline ? load.done / load.seconds / (baseline.done / baseline.seconds) : Number.NaN;
    }),
  );
}

/** Which company's look-up begins next. */
export type LookupTurns = {
  /** It has something to look for. */
  offer(companyId: number): void;
  /** The company that begins one now, if there is a place for it. */
  next(): number | undefined;
  /** One of its look-ups takes long: it leaves its place to others, and the company is slow from now on. */
  slow(companyId: number): void;
  /** One has ended, and whether it took long. */
  over(companyId: number, wasSlow: boolean): void;
};

type Places = {
  /** Of one company. */
  each: number;
  /** Of those that have not become slow yet. */
  quick: number;
  /** Of companies whose last look-up took long, together: however many systems hang, the places of the others stay free. */
  slow: number;
  /** Whatever they are. */
  inAll: number;
};

export function openLookupTurns({ each, quick, slow, inAll }: Places): LookupTurns {
  const waiting = new Set<number>();
  const running = new Map<number, { quick: number; slow: number }>();
  const slowCompanies = new Set<number>();
  const of = (companyId: number) => running.get(companyId) ?? { quick: 0, slow: 0 };
  const sum = (count: (companyId: number, now: { quick: number; slow: number }) => number) =>
    [...running].reduce((total, [companyId, now]) => total + count(companyId, now), 0);

  function hasPlace(companyId: number): boolean {
    const now = of(companyId);
    if (now.quick + now.slow >= each || sum((_, { quick: a, slow: b }) => a + b) >= inAll) return false;
    if (slowCompanies.has(companyId)) return sum((id, { quick: a, slow: b }) => (slowCompanies.has(id) ? a + b : 0)) < slow;
    return sum((id, { quick: a }) => (slowCompanies.has(id) ? 0 : a)) < quick;
  }
  function change(companyId: number, by: { quick?: number; slow?: number }): void {
    const now = of(companyId);
    const next = { quick: now.quick + (by.quick ?? 0), slow: now.slow + (by.slow ?? 0) };
    if (next.quick + next.slow > 0) running.set(companyId, next);
    else running.delete(companyId);
  }

  return {
    offer: (companyId) => void waiting.add(companyId),
    next() {
      for (const companyId of waiting) {
        if (!hasPlace(companyId)) continue;
        waiting.delete(companyId);
        change(companyId, { quick: 1 });
        return companyId;
      }
      return undefined;
    },
    slow(companyId) {
      slowCompanies.add(companyId);
      change(companyId, { quick: -1, slow: 1 });
    },
    over(companyId, wasSlow) {
      change(companyId, wasSlow ? { slow: -1 } : { quick: -1 });
      if (!wasSlow) slowCompanies.delete(companyId);
    },
  };
}

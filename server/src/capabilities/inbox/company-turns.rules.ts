/** Decides which company's inbox is processed next. */
export type Turns = {
  /** Marks a company as having work. */
  offer(companyId: number): void;
  /** Starts and returns the next company, if a slot is free. */
  next(): number | undefined;
  /** Marks a turn as long: it no longer occupies a regular slot. */
  overdue(companyId: number): void;
  over(companyId: number, wentWell: boolean): void;
};

/**
 * Companies take turns, so that one with a flood does not keep the others waiting. Those whose last turn failed or took long share one
 * place among them; all others have the rest, and `inAll` bounds how many turns may go on beside those that have become long.
 */
export function openTurns({ places, inAll }: { places: number; inAll: number }): Turns {
  const waiting = new Set<number>();
  const running = new Set<number>();
  const troubled = new Set<number>();

  const troubledAmong = (companies: Set<number>) => [...companies].filter((each) => troubled.has(each)).length;

  /** Companies for which a slot is free now. */
  function openPlaces(): (companyId: number) => boolean {
    const troubledRunning = troubledAmong(running);
    const reserved = troubledRunning > 0 || troubledAmong(waiting) > 0 ? 1 : 0;
    const forOthers = running.size < inAll && running.size - troubledRunning < places - reserved;
    return (companyId) => !running.has(companyId) && (troubled.has(companyId) ? troubledRunning === 0 : forOthers);
  }

  return {
    offer: (companyId) => void waiting.add(companyId),
    next() {
      const hasPlace = openPlaces();
      for (const companyId of waiting) {
        if (!hasPlace(companyId)) continue;
        waiting.delete(companyId);
        running.add(companyId);
        return companyId;
      }
      return undefined;
    },
    overdue: (companyId) => void troubled.add(companyId),
    over(companyId, wentWell) {
      running.delete(companyId);
      if (wentWell) troubled.delete(companyId);
      else troubled.add(companyId);
    },
  };
}

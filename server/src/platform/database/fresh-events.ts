import type { Emitted } from './event-store.ts';

export type EventRow = { seq: number; name: string; data: Record<string, unknown>; rooms: string[]; except_rooms: string[] };

const mostKept = 1_000;

/**
 * Events that this process has just committed, kept for a moment for companies that have sockets here: they are told at once, without
 * being read back. The database stays what counts: what is missing here is read there.
 */
export class FreshEvents {
  private readonly kept = new Map<number, EventRow[]>();

  /** From now on those of the company are kept. */
  watch(companyId: number): void {
    if (!this.kept.has(companyId)) this.kept.set(companyId, []);
  }

  unwatch(companyId: number): void {
    this.kept.delete(companyId);
  }

  isWatched(companyId: number): boolean {
    return this.kept.has(companyId);
  }

  /** They were committed with the numbers that follow this one. */
  note(companyId: number, after: number, emitted: Emitted[]): void {
    const kept = this.kept.get(companyId);
    if (!kept) return;
    if (kept.length + emitted.length > mostKept) kept.length = 0;
    for (const [place, { name, data, rooms, except }] of emitted.entries())
      kept.push({ seq: after + place + 1, name, data, rooms, except_rooms: except });
  }

  /** Those that follow this number without a gap. They are given once, and the others forgotten: whoever asks reads on from there. */
  takeAfter(companyId: number, seq: number): EventRow[] {
    const kept = this.kept.get(companyId)?.splice(0) ?? [];
    const following: EventRow[] = [];
    for (const event of kept.toSorted((a, b) => a.seq - b.seq)) if (event.seq === seq + following.length + 1) following.push(event);
    return following;
  }
}

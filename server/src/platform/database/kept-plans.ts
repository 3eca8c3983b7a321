import type { Bound, Row } from './flight.ts';

const smallBelow = 500;
/** A company that was small may grow past that in seconds. */
const trustedForMilliseconds = 5_000;
const maxRemembered = 20_000;

/** Tables that statements with kept plans read, and that grow with a company. */
const growing = [
  'messages',
  'tickets',
  'contacts',
  'ticket_tags',
  'ticket_history',
  'ticket_former_users',
  'contact_identities',
  'media',
  'ticket_figures',
  'figure_days',
];

/**
 * Counts no further than it has to. Statistics of few rows are `current` until a table is twice as large: a plan made for sixty contacts
 * takes any way to one of them for short.
 */
export const sizeStatement: Bound = {
  name: 'company-size',
  text: `
    select greatest(
        ${growing
          .map((table) => `(select count(*) from (select from ${table} where company_id = current_company() limit ${smallBelow}) counted)`)
          .join(', ')})::text,
      (
        select case
          when min(reltuples) >= ${smallBelow} then 'settled'
          when min(reltuples) > 0
            and bool_and(pg_relation_size(oid) <= 2 * greatest(relpages, 1) * current_setting('block_size')::bigint) then 'current'
          else 'missing'
        end
        from pg_class
        where oid = any('{messages,tickets,contacts}'::regclass[]))`,
  values: [],
};

/**
 * Whether the plans of one database are worth keeping. Once PostgreSQL has statistics of the large tables they are, and every company
 * shares them: of single companies it knows nothing (0077). Before that it guesses, and takes any index that begins with the company for
 * as good as the right one, which does no harm only where a company is small in everything. When the statistics come, PostgreSQL forgets
 * the plans it made without them by itself.
 */
export class KeptPlans {
  private areSettled = false;
  private readonly known = new Map<number, { areKept: boolean; until: number }>();

  /** Until somebody has looked, none is kept; after a while it is to be looked at again. */
  of(companyId: number): { areKept: boolean; isFresh: boolean } {
    if (this.areSettled) return { areKept: true, isFresh: true };
    const found = this.known.get(companyId);
    return { areKept: found?.areKept ?? false, isFresh: found !== undefined && performance.now() < found.until };
  }

  note(companyId: number, rows: readonly Row[] | undefined): void {
    const [size, statistics] = rows?.[0] ?? [];
    if (statistics === 'settled') {
      this.areSettled = true;
      this.known.clear();
      return;
    }
    if (this.known.size >= maxRemembered) this.known.clear();
    const areKept = size !== undefined && (Number(size) < smallBelow || statistics === 'current');
    this.known.set(companyId, { areKept, until: performance.now() + trustedForMilliseconds });
  }
}

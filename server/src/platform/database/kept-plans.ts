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

/** Counts no further than it has to. */
export const sizeStatement: Bound = {
  name: 'company-size',
  text: `
    select greatest(
        ${growing
          .map((table) => `(select count(*) from (select from ${table} where company_id = current_company() limit ${smallBelow}) counted)`)
          .join(', ')})::text,
      (select min(reltuples) > 0 from pg_class where oid = any('{messages,tickets,contacts}'::regclass[]))::text`,
  values: [],
};

/**
 * Whether the plans of one database are worth keeping. Once PostgreSQL has statistics of the large tables they are, and every company
 * shares them: of single companies it knows nothing (0077). Before that it guesses, and takes any index that begins with the company for
 * as good as the right one, which does no harm only where a company is small in everything. When the statistics come, PostgreSQL forgets
 * the plans it made without them by itself.
 */
export class KeptPlans {
  private hasStatistics = false;
  private readonly known = new Map<number, { isSmall: boolean; until: number }>();

  /** Until somebody has looked, none is kept; after a while it is to be looked at again. */
  of(companyId: number): { areKept: boolean; isFresh: boolean } {
    if (this.hasStatistics) return { areKept: true, isFresh: true };
    const found = this.known.get(companyId);
    return { areKept: found?.isSmall ?? false, isFresh: found !== undefined && performance.now() < found.until };
  }

  note(companyId: number, rows: readonly Row[] | undefined): void {
    const [size, hasStatistics] = rows?.[0] ?? [];
    if (hasStatistics === 'true') {
      this.hasStatistics = true;
      this.known.clear();
      return;
    }
    if (this.known.size >= maxRemembered) this.known.clear();
    const isSmall = size !== undefined && Number(size) < smallBelow;
    this.known.set(companyId, { isSmall, until: performance.now() + trustedForMilliseconds });
  }
}

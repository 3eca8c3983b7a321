import type { Bound, Row } from './flight.ts';

/**
 * Whose plans a company's statements may share. A plan depends on what the planner knew of the company it was made for, and one that
 * was made for a company without tickets may read all of a large one's for each row. So companies that are small in everything share
 * theirs, where no plan can do harm, and each other one has its own, made for it. Undefined where no plan may be kept: before
 * PostgreSQL has statistics of the large tables it guesses, and takes any index that begins with the company for as good as the right
 * one. Once there are, it forgets the plans it made without them by itself.
 */
type PlanGroup = string | undefined;

const smallBelow = 500;
/** A company that was small may grow past that in seconds; a large one stays large. */
const trustedFor = { small: 5_000, large: 5 * 60_000 };
const maxRemembered = 20_000;
/** Every connection keeps the plans of these for as long as it lives. */
const maxLarge = 20;

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

/** What is known of the companies of one database. */
export class PlanGroups {
  private readonly known = new Map<number, { group: PlanGroup; until: number }>();
  private readonly large = new Set<PlanGroup>();

  /** Until somebody has looked, none is kept; after a while it is to be looked at again. */
  of(companyId: number): { group: PlanGroup; isFresh: boolean } {
    const found = this.known.get(companyId);
    return { group: found?.group, isFresh: found !== undefined && performance.now() < found.until };
  }

  note(companyId: number, rows: readonly Row[] | undefined): void {
    const [size, hasStatistics] = rows?.[0] ?? [];
    const isSmall = size !== undefined && Number(size) < smallBelow;
    const own = hasStatistics === 'true' ? `-${companyId}` : undefined;
    const group = isSmall ? '' : own;
    if (this.known.size >= maxRemembered) this.known.clear();
    this.known.set(companyId, { group, until: performance.now() + (group ? trustedFor.large : trustedFor.small) });
  }

  /** Whether there is room for the plans of one more large company. */
  mayKeep(group: PlanGroup): boolean {
    if (group === undefined) return false;
    if (group === '' || this.large.has(group)) return true;
    if (this.large.size >= maxLarge) return false;
    this.large.add(group);
    return true;
  }
}

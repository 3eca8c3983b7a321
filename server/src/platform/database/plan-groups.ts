import type { Bound, Row } from './flight.ts';

/**
 * Whose plans a company's statements may share. A plan depends on what the planner knew of the company it was made for, and one that
 * was made for a company without tickets may read all of a large one's for each row. So companies that are small in everything share
 * theirs, where no plan can do harm, and each other one has its own, made for it.
 */
type PlanGroup = string;

const smallBelow = 500;
const trustedFor = 5 * 60_000;
const mostRemembered = 20_000;
const known = new Map<number, { isSmall: boolean; at: number }>();

/** Tables that statements with kept plans read, and that grow with a company. */
const growing = ['tickets', 'contacts', 'ticket_tags', 'ticket_history', 'ticket_former_users', 'contact_identities', 'media'];

/** Counts no further than it has to. */
export const sizeStatement: Bound = {
  name: 'company-size',
  text: `select greatest(${growing
    .map((table) => `(select count(*) from (select from ${table} where company_id = current_company() limit ${smallBelow}) counted)`)
    .join(', ')})::text`,
  values: [],
};

/** Until somebody has looked, a company counts as large; after a while it is to be looked at again. */
export function planGroupOf(companyId: number): { group: PlanGroup; isFresh: boolean } {
  const found = known.get(companyId);
  return { group: found?.isSmall ? '' : `-${companyId}`, isFresh: found !== undefined && performance.now() - found.at < trustedFor };
}

export function noteSize(companyId: number, rows: readonly Row[] | undefined): void {
  const size = Number(rows?.[0]?.[0] ?? smallBelow);
  if (known.size >= mostRemembered) known.clear();
  known.set(companyId, { isSmall: size < smallBelow, at: performance.now() });
}

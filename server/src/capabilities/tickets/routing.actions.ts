import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/database/database.ts';

/** What the history of a ticket says of a rule's decisions, by names that people know. */
export type Decided = { ticketId: number; history: Array<{ what: string; from: string | null; to: string | null; why: string }> };

/** The part of a statement that notes in tickets' histories what a rule has decided. */
export const noteDecisions = (decided: Decided[], now: string): SQL => sql`
  decisions as (
    insert into ticket_history (ticket_id, at, what, from_value, to_value, why)
    select g."ticketId", ${now}, h.item->>'what', h.item->>'from', h.item->>'to', h.item->>'why'
    from json_to_recordset(${JSON.stringify(decided)}) as g("ticketId" int, history json)
    cross join json_array_elements(g.history) with ordinality as h(item, place)
    order by g."ticketId", h.place)`;

import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { forgetDeleted, restorableSince } from '../../platform/jobs/deleted-records.ts';

const CarriersRow = z.object({ ticketIds: z.array(z.int()) });

export const forgettingTags = forgetDeleted('tags.forget', (scope, before) =>
  scope.tx.execute(sql`delete from deleted_tags d where d.company_id = current_company() and d.deleted_at < ${before}`),
);

/** A tag as it is and the tickets that carry it, which are locked, are kept aside before it is deleted. */
export async function keepAside(scope: Scope, id: number): Promise<void> {
  await scope.tx.execute(sql`
    insert into deleted_tags (id, name, color, kanban, user_id, lane_order, created_at, ticket_ids, deleted_at)
    select g.id, g.name, g.color, g.kanban, g.user_id, g.lane_order, g.created_at,
      array(
        select tt.ticket_id
        from ticket_tags tt
        where tt.company_id = g.company_id and tt.tag_id = g.id
        order by tt.ticket_id),
      ${scope.now.toISOString()}
    from tags g
    where g.company_id = current_company() and g.id = ${id}
    on conflict (company_id, id) do update
    set name = excluded.name, color = excluded.color, kanban = excluded.kanban, user_id = excluded.user_id,
      lane_order = excluded.lane_order, created_at = excluded.created_at, ticket_ids = excluded.ticket_ids,
      deleted_at = excluded.deleted_at`);
  await forgettingTags.soon(scope);
}

/**
 * The tag is there again, under the id it had, on the tickets that are still there; those that stand in another lane by now stay
 * there. Refused where it was deleted too long ago.
 */
export async function bringBack(scope: Scope, id: number): Promise<void> {
  const [kept] = await rowsOf(
    scope.tx,
    CarriersRow,
    sql`
      select d.ticket_ids as "ticketIds"
      from deleted_tags d
      where d.company_id = current_company() and d.id = ${id} and d.deleted_at >= ${restorableSince(scope.now)}
      for update`,
  );
  const ticketIds = sql.param((kept ?? refuse('ERR_NO_TAG_FOUND')).ticketIds);
  // Before the tag, as whoever changes the tags of a ticket.
  await scope.tx.execute(sql`
    select from tickets t
    where t.company_id = current_company() and t.id = any(${ticketIds}::int[])
    order by t.id
    for update`);
  await scope.tx.execute(sql`
    with kept as (
      delete from deleted_tags d
      where d.company_id = current_company() and d.id = ${id}
      returning d.*)
    insert into tags (id, name, color, kanban, user_id, lane_order, created_at, updated_at)
    overriding system value
    select k.id, k.name, k.color, k.kanban, k.user_id, k.lane_order, k.created_at, ${scope.now.toISOString()}
    from kept k`);
  await scope.tx.execute(sql`
    insert into ticket_tags (ticket_id, tag_id)
    select t.id, g.id
    from tickets t
    join tags g on g.company_id = t.company_id and g.id = ${id}
    where t.company_id = current_company()
      and t.id = any(${ticketIds}::int[])
      and not (
        g.kanban = 1
        and exists (
          select from ticket_tags other
          where other.company_id = t.company_id and other.ticket_id = t.id and other.kanban = 1))`);
}

import type { Ticket, TicketUpdate } from '@prosa/contracts/tickets';
import { sql } from '../../platform/database/database.ts';
import { AnyRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { findTicket } from './tickets.queries.ts';

/** As long as screens offer to undo, and the way there. */
const takeBackSeconds = 10;

/**
 * A ticket that the actor has transferred a moment ago and wants back as it was: theirs, in the same queue. They do not see it any
 * more, and nobody has done anything with it since. Nothing for any other change.
 */
export async function findJustGivenAway(scope: Scope, id: number, asked: TicketUpdate): Promise<Ticket | undefined> {
  const { userId } = scope.actor;
  if (userId === undefined || asked.userId !== userId || asked.queueId === undefined || asked.status === 'closed') return undefined;
  await scope.tx.execute(sql`select from tickets where company_id = current_company() and id = ${id} for update`);
  const since = new Date(scope.platform.clock().getTime() - takeBackSeconds * 1_000).toISOString();
  const was = `open user:${userId}${asked.queueId === null ? '' : ` queue:${asked.queueId}`} `;
  const rows = await rowsOf(
    scope.tx,
    AnyRow,
    sql`
    select
    from (
      select *
      from ticket_history
      where company_id = current_company() and ticket_id = ${id}
      order by id desc
      limit 1) h
    where h.what = 'transfer'
      and h.user_id = ${userId}
      and h.at > ${since}
      and starts_with(h.from_value || ' ', ${was})`,
  );
  return rows.length === 0 ? undefined : findTicket(scope, id);
}

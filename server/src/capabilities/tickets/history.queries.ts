import { TicketStep } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { type NotedNames, readNoted, tellsStanding } from './history.rules.ts';
import { getVisibleTicket } from './tickets.queries.ts';

const name = z.string().nullable();
const NotedRow = TicketStep.omit({ names: true }).extend({ fromUser: name, fromQueue: name, toUser: name, toQueue: name });

/** The steps of a ticket, oldest first. Names are today's; of who is gone, those that were noted with the step. */
export async function listHistory(scope: Scope, ticketId: number): Promise<TicketStep[]> {
  await getVisibleTicket(scope, { id: ticketId });
  const rows = await rowsOf(
    scope.tx,
    NotedRow,
    sql`
    select iso(h.at) as at,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user",
      h.what,
      h.from_value as "from",
      case when h.what = 'outage' then iso(h.at) else h.to_value end as "to",
      h.why,
      fu.name as "fromUser", fq.name as "fromQueue", tu.name as "toUser", tq.name as "toQueue"
    from ticket_history h
    left join users u on u.company_id = h.company_id and u.id = h.user_id
    left join users fu on fu.company_id = h.company_id and fu.id = ${idIn('user', sql`h.from_value`)}
    left join queues fq on fq.company_id = h.company_id and fq.id = ${idIn('queue', sql`h.from_value`)}
    left join users tu on tu.company_id = h.company_id and tu.id = ${idIn('user', sql`h.to_value`)}
    left join queues tq on tq.company_id = h.company_id and tq.id = ${idIn('queue', sql`h.to_value`)}
    where h.company_id = current_company() and h.ticket_id = ${ticketId}
    order by h.id`,
  );
  return rows.map(({ fromUser, fromQueue, toUser, toQueue, ...row }) => {
    // What the bot did names what it speaks of, and is no state.
    const read = tellsStanding(row.what)
      ? readNoted
      : (text: string | null): { state: string | null; names: NotedNames } => ({ state: text, names: {} });
    const [from, to] = [read(row.from), read(row.to)];
    return {
      ...row,
      from: from.state,
      to: to.state,
      names: {
        by: row.user?.name ?? to.names.by ?? null,
        fromUser: fromUser ?? from.names.user ?? null,
        fromQueue: fromQueue ?? from.names.queue ?? null,
        toUser: toUser ?? to.names.user ?? null,
        toQueue: toQueue ?? to.names.queue ?? null,
      },
    };
  });
}

/** The id of a kind in a noted state; nine digits at most, so that it is one. */
const idIn = (kind: 'user' | 'queue', state: SQL) => sql`substring(${state} from ${` ${kind}:(\\d{1,9})(?: |$)`})::int`;

/** A name as `describeNames` keeps it, for states that are put together in SQL: `column` is its name, or null. */
export const notedName = (kind: 'user' | 'queue' | 'by', column: SQL) =>
  sql`coalesce(${` ${kind}=`} || replace(${column}, ' ', chr(160)), '')`;

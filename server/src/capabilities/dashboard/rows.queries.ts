import { type DashboardFigure, DashboardRow, type DashboardRowsQuery } from '@prosa/contracts/dashboard';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/paging.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { anyOf, newestFirst, ticketFields, ticketJoins } from '../tickets/tickets.queries.ts';
import { seesAll } from '../tickets/tickets.rules.ts';
import { findUser } from '../users/users.queries.ts';
import { assertPeriod } from './dashboard.queries.ts';
import { countedIn, type Kind, periodOf } from './period.ts';

const ListedRow = z.object({ ticket: DashboardRow });
const CountedRow = z.object({ count: z.int(), days: z.int() });
const rowsPerPage = 40;

/** The ids behind a figure, each with when and with what it was counted; and the statement that counts them all. */
type Rows = { listed: (most: number) => SQL; counted: SQL };

/** One page, the latest first, and how many there are: as many as the figure says, by the same sums. */
export async function listRows(scope: Scope, query: DashboardRowsQuery) {
  if (query.userId !== undefined && !(await findUser(scope, query.userId))) refuse('ERR_NO_USER_FOUND');
  const { page, count } = rowStatements(scope, query);
  const [counted] = await rowsOf(scope.tx, CountedRow, count);
  assertPeriod(counted?.days ?? 0);
  const { items, hasMore } = pageOf(await rowsOf(scope.tx, ListedRow, page), rowsPerPage);
  return { tickets: items.map(({ ticket }) => ticket), count: counted?.count ?? 0, hasMore };
}

export function rowStatements(scope: Pick<Scope, 'actor' | 'now'>, query: DashboardRowsQuery): { page: SQL; count: SQL } {
  const { days = null, date_from: from = null, date_to: to = null } = query;
  const period = periodOf({ now: scope.now.toISOString(), days, from, to });
  const { listed, counted } = rowsBehind(query, seesAll(scope.actor) ? undefined : scope.actor.queueIds);
  const skipped = (query.pageNumber - 1) * rowsPerPage;
  return {
    count: sql`with ${period} select (${counted})::int as count, (select p.last - p.first + 1 from period p) as days`,
    page: sql`
      with ${period},
      page as materialized (
        select l.id, l.at, l.amount
        from (${listed(skipped + rowsPerPage + 1)}) l
        order by l.at desc, l.id desc
        limit ${rowsPerPage + 1} offset ${skipped})
      select json_build_object(${ticketFields}, 'at', iso(l.at),
          'minutes', ${query.figure === 'rating' ? sql`null` : sql`round(l.amount / 60000.0, 2)`},
          'rating', ${query.figure === 'rating' ? sql`l.amount` : sql`null`}) as ticket
      from page l
      join tickets t on t.company_id = current_company() and t.id = l.id ${ticketJoins}
      order by l.at desc, l.id desc`,
  };
}

/** For whom: all, or only these queues. */
function rowsBehind(query: DashboardRowsQuery, queues: number[] | undefined): Rows {
  switch (query.figure) {
    case 'supportPending':
      return standing('pending', queues);
    case 'supportHappening':
      return standing('open', queues);
    case 'today':
      return madeToday(query.hour, queues);
    default:
      return inPeriod(kindOf[query.figure], query, queues);
  }
}

const kindOf = { supportFinished: 'closed', avgSupportTime: 'closed', avgWaitTime: 'started', leads: 'lead', rating: 'rated' } as const;
/** Means are of those that have an amount. */
const means: readonly DashboardFigure[] = ['avgSupportTime', 'avgWaitTime', 'rating'];

function inPeriod(kind: Kind, { figure, userId }: DashboardRowsQuery, queues: number[] | undefined): Rows {
  const isMean = means.includes(figure);
  const attendants = userId === undefined ? sql`true` : sql`f.attendant = ${userId}`;
  const wanted = sql`${attendants} and ${queues ? sql`f.place = ${anyOf(queues)}` : sql`true`}`;
  return {
    listed: (most) => sql`
      select f.ticket_id as id, f.at, f.amount
      from ticket_figures f
      where f.company_id = current_company()
        and f.figure = ${kind}
        and f.at >= (select p.since from period p)
        and f.at < (select p.until from period p)
        and ${wanted}
        and ${isMean ? sql`f.amount is not null` : sql`true`}
      order by f.at desc, f.ticket_id desc
      limit ${most}`,
    counted: sql`
      select coalesce(sum(${isMean ? sql`c.measured` : sql`c.tickets`}), 0)
      from (${countedIn(wanted)}) c
      where c.figure = ${kind}`,
  };
}

const everyPlace = sql`array(select q.id from queues q where q.company_id = current_company()) || 0`;

/** Place by place from the newest end of its list, as lists of tickets are read. */
function standing(status: 'pending' | 'open', queues: number[] | undefined): Rows {
  return {
    listed: (most) => sql`
      select r.id, r.at, null::bigint as amount
      from unnest(${queues ? sql`${sql.param(queues)}::int[]` : everyPlace}) place(id)
      cross join lateral (
        select t.id, t.updated_at as at
        from tickets t
        where t.company_id = current_company() and t.status = ${status} and t.place = place.id
        ${newestFirst}
        limit ${most}) r`,
    counted: sql`
      select coalesce(sum(t.tickets), 0)
      from ticket_totals t
      where t.company_id = current_company()
        and t.status = ${status}
        and ${queues ? sql`t.queue_id = ${anyOf(queues)}` : sql`true`}`,
  };
}

function madeToday(hour: string | undefined, queues: number[] | undefined): Rows {
  const inHour =
    hour === undefined
      ? sql`true`
      : sql`extract(hour from t.created_at at time zone (select p.zone from period p)) = ${Number(hour.slice(0, 2))}`;
  const wanted = sql`
    t.company_id = current_company()
    and t.created_at >= (select p.morning from period p)
    and t.created_at < (select p.night from period p)
    and ${inHour}
    and ${queues ? sql`t.place = ${anyOf(queues)}` : sql`true`}`;
  return {
    listed: (most) => sql`
      select t.id, t.created_at as at, null::bigint as amount
      from tickets t
      where ${wanted}
      order by t.created_at desc, t.id desc
      limit ${most}`,
    counted: sql`select count(*) from tickets t where ${wanted}`,
  };
}

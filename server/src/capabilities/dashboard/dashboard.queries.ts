import { Dashboard, type DashboardQuery, maxDashboardDays } from '@prosa/contracts/dashboard';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { Bound } from '../../platform/database/flight.ts';
import { keptTemplate } from '../../platform/database/kept-statements.ts';
import type { Read } from '../../platform/database/reads.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Actor, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { seesAll } from '../tickets/tickets.rules.ts';
import { type Asked, countedIn, periodOf } from './period.ts';

const DashboardRow = z.object({ dashboard: z.string(), days: z.string() });

/** Everything for admins; for a supervisor what lies in their queues, and who serves them. */
type Reach = { figures: SQL; totals: SQL; tickets: SQL; people: SQL };
const everything: Reach = { figures: sql`true`, totals: sql`true`, tickets: sql`true`, people: sql`true` };
function queuesOnly(queues: unknown, self: unknown): Reach {
  const theirs = sql`any(${queues}::int[])`;
  return {
    figures: sql`f.place = ${theirs}`,
    totals: sql`t.queue_id = ${theirs}`,
    tickets: sql`t.place = ${theirs}`,
    people: sql`(
      u.id = ${self}::int
      or exists (
        select from user_queues uq
        where uq.company_id = current_company() and uq.user_id = u.id and uq.queue_id = ${theirs}))`,
  };
}

/** The whole answer as one text that the database puts together, and how many days it is about. */
function wholeDashboard(asked: Asked, { figures, totals, tickets, people }: Reach): SQL {
  return sql`
    with ${periodOf(asked)},
    sums as materialized (
      select c.attendant,
        sum(c.tickets) filter (where c.figure = 'closed') as finished,
        sum(c.tickets) filter (where c.figure = 'lead') as leads,
        sum(c.measured) filter (where c.figure = 'closed') as served,
        sum(c.amount) filter (where c.figure = 'closed') as support,
        sum(c.measured) filter (where c.figure = 'started') as started,
        sum(c.amount) filter (where c.figure = 'started') as wait,
        sum(c.measured) filter (where c.figure = 'rated') as ratings,
        sum(c.amount) filter (where c.figure = 'rated') as rated
      from (${countedIn(figures)}) c
      group by c.attendant),
    standing as materialized (
      select t.status, sum(t.tickets)::int as tickets
      from ticket_totals t
      where t.company_id = current_company() and t.status in ('pending', 'open') and ${totals}
      group by t.status),
    hours as materialized (
      select extract(hour from t.created_at at time zone p.zone)::int as hour, count(*)::int as tickets
      from period p
      join tickets t on t.company_id = current_company() and t.created_at >= p.morning and t.created_at < p.night
      where ${tickets}
      group by 1)
    select json_build_object(
        'counters', ${countersJson},
        'attendants', coalesce((${attendantsJson(people)}), '[]'::json),
        'today', json_build_object(
          'count', coalesce((select sum(h.tickets) from hours h), 0),
          'hours', (${hoursJson})))::text as dashboard,
      (select (p.last - p.first + 1)::text from period p) as days`;
}

const minutes = (total: SQL, measured: SQL) => sql`coalesce(round(${total} / nullif(${measured}, 0) / 60000, 2), 0)`;
const statusCount = (status: string) => sql`coalesce((select s.tickets from standing s where s.status = ${sql.raw(`'${status}'`)}), 0)`;

const countersJson = sql`(
  select json_build_object(
    'supportPending', ${statusCount('pending')},
    'supportHappening', ${statusCount('open')},
    'supportFinished', coalesce(sum(s.finished), 0),
    'leads', coalesce(sum(s.leads), 0),
    'avgSupportTime', ${minutes(sql`sum(s.support)`, sql`sum(s.served)`)},
    'avgWaitTime', ${minutes(sql`sum(s.wait)`, sql`sum(s.started)`)},
    'minutes', coalesce(round(sum(s.support) / 60000, 2), 0))
  from sums s)`;

const attendantsJson = (people: SQL) => sql`
  select json_agg(
    json_build_object(
      'id', u.id, 'name', u.name,
      'rating', coalesce(round(s.rated / nullif(s.ratings, 0), 2), 0),
      'avgSupportTime', ${minutes(sql`s.support`, sql`s.served`)},
      'online', u.id = any((select people_online())::int[]))
    order by plain(u.name), u.id)
  from users u
  left join sums s on s.attendant = u.id
  where u.company_id = current_company() and ${people}`;

const hoursJson = sql`
  select json_agg(
    json_build_object('hour', lpad((n.place % 24)::text, 2, '0') || ':00', 'count', coalesce(h.tickets, 0))
    order by n.place)
  from generate_series(1, 24) n(place)
  left join hours h on h.hour = n.place % 24`;

const { placeholder } = sql;
const inPlaces = { now: placeholder('now'), days: placeholder('days'), from: placeholder('from'), to: placeholder('to') };
const kept = {
  admins: keptTemplate(wholeDashboard(inPlaces, everything)),
  supervisors: keptTemplate(wholeDashboard(inPlaces, queuesOnly(placeholder('queues'), placeholder('self')))),
};

const askedBy = ({ days, date_from, date_to }: DashboardQuery, now: Date) => ({
  now: now.toISOString(),
  days: days ?? null,
  from: date_from ?? null,
  to: date_to ?? null,
});

/** The statement for one person, bound. */
export function dashboardStatement(actor: Actor, query: DashboardQuery, now: Date): Bound {
  const asked = askedBy(query, now);
  return seesAll(actor) ? kept.admins(asked) : kept.supervisors({ ...asked, queues: actor.queueIds, self: actor.userId ?? 0 });
}

export function dashboardRead(actor: Actor, query: DashboardQuery, now: Date): Read<JsonText> {
  return {
    statements: [dashboardStatement(actor, query, now)],
    finish([rows]) {
      const [dashboard, days] = rows?.[0] ?? [];
      assertPeriod(Number(days));
      return new JsonText(dashboard ?? '');
    },
  };
}

/** The same inside a scope. */
export async function showDashboard({ tx, actor, now }: Scope, query: DashboardQuery): Promise<Dashboard> {
  const reach = seesAll(actor) ? everything : queuesOnly(sql.param(actor.queueIds), actor.userId ?? 0);
  const [row] = await rowsOf(tx, DashboardRow, wholeDashboard(askedBy(query, now), reach));
  assertPeriod(Number(row?.days));
  return Dashboard.parse(JSON.parse(row?.dashboard ?? ''));
}

/** Where only one end was given, how long it is is known when the other is. */
export function assertPeriod(days: number): void {
  if (days < 1 || days > maxDashboardDays) refuse('ERR_VALIDATION', { details: [{ path: 'date_from', message: 'invalidDate' }] });
}

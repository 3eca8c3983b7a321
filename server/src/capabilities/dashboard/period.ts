import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/database/database.ts';

/** The tables' words for what a ticket is counted for. */
export type Kind = 'lead' | 'started' | 'closed' | 'rated';
const kinds: readonly Kind[] = ['lead', 'started', 'closed', 'rated'];

/** What was asked for, as values or as the places of a kept statement. */
export type Asked = { now: unknown; days: unknown; from: unknown; to: unknown };

/**
 * The period in the company's days, and how it lies on days of UTC: whole ones, from `whole` up to `rest`, and what is left of one before
 * (`since` up to `begun`) and after them (`ended` up to `until`). For statements that begin with it.
 */
export const periodOf = ({ now, days, from, to }: Asked): SQL => sql`
  zoned as (
    select company_zone() as zone, (${now}::timestamptz at time zone company_zone())::date as today),
  chosen as (
    select zone, today,
      case
        when ${days}::int is not null then today - (${days}::int - 1)
        else coalesce(${from}::date, date_trunc('month', coalesce(${to}::date, today)::timestamp)::date)
      end as first,
      case when ${days}::int is not null then today else coalesce(${to}::date, today) end as last
    from zoned),
  spans as (
    select zone, today, first, last,
      first::timestamp at time zone zone as since,
      (last + 1)::timestamp at time zone zone as until,
      today::timestamp at time zone zone as morning,
      (today + 1)::timestamp at time zone zone as night
    from chosen),
  utc as (
    select s.*,
      (s.since at time zone 'UTC' + interval '1 day' - interval '1 microsecond')::date as whole,
      (s.until at time zone 'UTC')::date as rest
    from spans s),
  period as materialized (
    select u.*,
      least(u.until, u.whole::timestamp at time zone 'UTC') as begun,
      greatest(u.since, least(u.until, u.whole::timestamp at time zone 'UTC'), u.rest::timestamp at time zone 'UTC') as ended
    from utc u)`;

/** Whole days from their sums and what is not yet in them, the rest of the period from the tickets' own rows. */
export const countedIn = (wanted: SQL): SQL => sql`
  select k.figure, d.attendant, d.tickets, d.measured, d.amount
  from period p
  cross join unnest(${sql.raw(kindList)}) k(figure)
  cross join lateral (
    select f.attendant, f.tickets, f.measured, f.amount
    from figure_days f
    where f.company_id = current_company() and f.figure = k.figure and f.day >= p.whole and f.day < p.rest and ${wanted}
    union all
    select f.attendant, f.tickets, f.measured, f.amount
    from figure_changes f
    where f.company_id = current_company() and f.figure = k.figure and f.day >= p.whole and f.day < p.rest and ${wanted}
    union all
    select f.attendant, 1, (f.amount is not null)::int, coalesce(f.amount, 0)
    from ticket_figures f
    where f.company_id = current_company() and f.figure = k.figure and f.at >= p.since and f.at < p.begun and ${wanted}
    union all
    select f.attendant, 1, (f.amount is not null)::int, coalesce(f.amount, 0)
    from ticket_figures f
    where f.company_id = current_company() and f.figure = k.figure and f.at >= p.ended and f.at < p.until and ${wanted}) d`;

const kindList = `array[${kinds.map((kind) => `'${kind}'`).join(', ')}]`;

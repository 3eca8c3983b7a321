import pg from 'pg';
import { clusterFolder } from '../server/src/platform/database/embedded-postgres/cluster.ts';
import { databaseUrl, findRunning } from '../server/src/platform/database/embedded-postgres/connection.ts';
import { exchanges, firstNames, lastNames } from './past-story.ts';

/*
 * Ninety days of conversations that are over, so that the dashboard has something to count. No call of the product makes anything in the
 * past: these rows are written as the product would have written them at the time, and its own triggers sum them up.
 */

export type Served = { connection: number; queue: number; users: readonly number[] };
type Past = { companyId: number; served: readonly Served[]; now?: Date };

/** Where the database of a running server with this data folder is reached. */
export async function databaseIn(dataDir: string): Promise<string> {
  const running = await findRunning(clusterFolder(dataDir));
  return databaseUrl(running?.socketDir ?? '', running?.password ?? '');
}

export async function rememberPast(url: string, { companyId, served, now = new Date() }: Past): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tickets = pastTickets(served, now);
    await client.query(statement, [companyId, JSON.stringify(tickets), JSON.stringify(customers)]);
    return tickets.length;
  } finally {
    await client.end();
  }
}

const minute = 60_000;
const day = 24 * 60 * minute;
const daysBack = 90;
/** The shop is in São Paulo, which has had no summer time since 2019. */
const behindUtc = 3 * 60 * minute;
/** How much is written in which hour: from eight to eight, most before noon. */
const hours = [8, 9, 9, 10, 10, 10, 11, 11, 12, 13, 14, 14, 15, 15, 16, 16, 17, 18, 19];

const customers = firstNames.flatMap((first, row) =>
  lastNames.map((last, column) => ({ name: `${first} ${last}`, number: String(5511976500001 + row * lastNames.length + column) })),
);

/** The same conversations every time, on other days. Today has had many by its end: only those that are over by now are told. */
function pastTickets(served: readonly Served[], now: Date) {
  const random = seeded(7);
  const pick = <T>(list: readonly T[]): T => {
    const [chosen] = list.slice(Math.floor(random() * list.length));
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
  const today = Math.floor((now.getTime() - behindUtc) / day) * day + behindUtc;
  return Array.from({ length: daysBack }, (_, back) => today - (daysBack - 1 - back) * day).flatMap((midnight) => {
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
    const isToday = midnight === today;
    const many = isToday ? 40 : isWeekend ? 2 : 6 + Math.floor(random() * 6);
    const begun = Array.from({ length: many }, () => midnight + pick(hours) * 60 * minute);
    return begun
      .map((hour) => {
        const { connection, queue, users } = pick(served);
        const made = hour + random() * 59 * minute;
        const taken = made + (1 + random() * 24) * minute;
        const closed = taken + (4 + random() * 55) * minute;
        const rating = random() < 0.5 ? pick([1, 2, 3, 3, 3]) : null;
        const [question, answer] = pick(exchanges);
        const number = pick(customers).number;
        return { ...{ made, taken, closed, rating, question, answer, number }, ...{ connection, queue, user: pick(users) } };
      })
      .filter(({ closed }) => closed < now.getTime())
      .toSorted((a, b) => a.made - b.made);
  });
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const statement = `
  with given as (
    select place, number, connection, queue, "user", rating, question, answer,
      to_timestamp(made / 1000) as made, to_timestamp(taken / 1000) as taken, to_timestamp(closed / 1000) as closed,
      (to_timestamp(made / 1000) at time zone 'America/Sao_Paulo')::date as day
    from rows from (json_to_recordset($2) as (
      number text, connection int, queue int, "user" int, rating int, question text, answer text,
      made float8, taken float8, closed float8)) with ordinality as t(
      number, connection, queue, "user", rating, question, answer, made, taken, closed, place)),
  people as (
    insert into contacts (company_id, name, number, created_at, updated_at)
    select $1, c.name, c.number, min(g.made), min(g.made)
    from json_to_recordset($3) as c(name text, number text)
    join given g on g.number = c.number
    group by c.name, c.number
    returning id, number),
  numbered as (
    select g.*, p.id as contact, row_number() over (partition by g.day order by g.place) as turn
    from given g
    join people p on p.number = g.number),
  days as (
    insert into ticket_days (company_id, day, last_number)
    select $1, day, max(turn)
    from numbered
    group by day),
  tickets_made as (
    insert into tickets (company_id, code, status, user_id, queue_id, connection_id, contact_id, last_message,
      said, said_by, created_at, updated_at, closed_at)
    select $1, to_char(day, 'YYYYMMDD') || lpad(turn::text, 4, '0'), 'closed', "user", queue, connection, contact, answer,
      jsonb_build_object('at', taken, 'fromMe', true, 'text', answer, 'userId', "user"), "user", made, closed, closed
    from numbered
    order by place
    returning id, code),
  told as (
    select n.*, t.id as ticket
    from numbered n
    join tickets_made t on t.code = to_char(n.day, 'YYYYMMDD') || lpad(n.turn::text, 4, '0')),
  said as (
    insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, user_id, body, ack, read,
      created_at, received_at)
    select $1, t.ticket, t.connection, t.contact, t.number, m.from_me, 'PAST' || t.place || m.from_me,
      case when m.from_me then t."user" end,
      m.body, m.ack, true, m.at, m.at
    from told t
    cross join lateral (values (false, t.question, 0, t.made), (true, t.answer, 3, t.taken)) as m(from_me, body, ack, at)
    order by m.at),
  rated as (
    insert into ticket_ratings (company_id, ticket_id, user_id, rating, created_at)
    select $1, ticket, "user", rating, closed
    from told
    where rating is not null)
  insert into ticket_history (company_id, ticket_id, at, user_id, what, to_value)
  select $1, t.ticket, s.at, case when s.what <> 'create' then t."user" end, s.what, s.state
  from told t
  cross join lateral (values
    (1, 'create', t.made, 'pending queue:' || t.queue),
    (2, 'accept', t.taken, 'open user:' || t."user" || ' queue:' || t.queue),
    (3, 'resolve', t.closed, 'closed user:' || t."user" || ' queue:' || t.queue)) as s(step, what, at, state)
  order by t.place, s.step`;

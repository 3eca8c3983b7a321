import { type DashboardFigure, dashboardApi } from '@prosa/contracts/dashboard';
import { settingsApi } from '@prosa/contracts/settings';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { seeded } from '../../../../bench/random.ts';
import type { Client } from '../../../test/browser.ts';
import { openWorld } from '../../../test/world.ts';
import { foldFigures } from './figures.jobs.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const hour = 3_600_000;
const day = 24 * hour;

type Step = { ticket: number; at: number; status: 'pending' | 'open' | 'closed' };
type Told = { id: number; contact: number; queue: number | null; user: number | null; created: number; steps: Step[]; rating?: Rating };
type Rating = { at: number; user: number; rating: number };
type Place = { company: number; whatsappId: number; queues: number[]; users: number[] };

/** Twelve days around the change of the clocks, with more than chance would have it close to midnight. */
const zones = [
  { zone: 'America/New_York', change: '2026-11-01' },
  { zone: 'Australia/Lord_Howe', change: '2026-10-04' },
  { zone: 'Asia/Katmandu', change: '2026-10-20' },
];

test.each(zones)(
  'each figure equals the rows it opens and a naive count over random histories ($zone, $change)',
  async ({ zone, change }) => {
    const random = seeded(zone.length).next;
    const admin = await world.company();
    await admin.call(settingsApi.update, { params: { key: 'timezone' }, body: { value: zone } });
    const queues = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
    const supervisor = await world.colleague(admin, 'supervisor', { queueIds: queues.slice(1) });
    const agents = [await world.colleague(admin, 'user', { queueIds: queues }), supervisor, admin];
    const place = {
      company: admin.user.companyId,
      whatsappId: await world.connection(admin),
      queues,
      users: agents.map(({ user }) => user.id),
    };
    const middle = Date.parse(`${change}T00:00:00Z`);
    await tell(place, random, middle);
    await foldFigures(world.server.platform);
    await changeAfterwards(place);
    const told = await readBack(place);
    const dayOf = dayIn(zone);
    for (const person of [admin, supervisor]) {
      const seen = person === admin ? told : told.filter(({ queue }) => queue === queues[1]);
      const firsts = leadsAmong(told).filter((ticket) => seen.includes(ticket));
      for (const [from, to] of [
        [-6, 6],
        [-1, 0],
        [0, 0],
        [1, 1],
        [-1, 1],
        [2, 5],
      ] as const) {
        const query = { date_from: dayFrom(change, from), date_to: dayFrom(change, to) };
        const within = (at: number | undefined) => at !== undefined && dayOf(at) >= query.date_from && dayOf(at) <= query.date_to;
        await expectFigures(person, query, naive(seen, firsts, within));
      }
    }
    await expectToday(admin, told, dayOf, zone);
  },
  60_000,
);

const dayFrom = (start: string, days: number) => new Date(Date.parse(`${start}T12:00:00Z`) + days * day).toISOString().slice(0, 10);
const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone });
  return (at: number) => format.format(at);
};

/** Tickets made, moved and closed at random, each step a row of history, as the product writes them. */
async function tell({ company, whatsappId, queues, users }: Place, random: () => number, middle: number): Promise<void> {
  const pick = <T>(list: readonly T[]): T => {
    const [chosen] = list.slice(Math.floor(random() * list.length));
    return chosen === undefined ? fail() : chosen;
  };
  const { rows: people } = await owner.query<{ id: number }>(
    `
      insert into contacts (company_id, name, number)
      select $1, 'Cliente ' || n, (5511970000000 + n)::text
      from generate_series(1, 60) n
      returning id`,
    [company],
  );
  const free = new Map(people.map(({ id }) => [id, middle - 7 * day]));
  const busy = new Set<number>();
  for (let place = 0; place < 170; place += 1) {
    const contact = pick(people).id;
    const isToday = place % 12 === 0;
    let at = isToday ? world.clock().getTime() - random() * 20 * hour : Math.max(free.get(contact) ?? 0, nearMidnight(random, middle));
    // A contact has one live ticket on a connection.
    const states = pick(busy.has(contact) ? courses.filter((course) => course.at(-1) === 'closed') : courses);
    if (states.at(-1) !== 'closed') busy.add(contact);
    const { rows } = await owner.query<{ id: number }>(
      `insert into tickets (company_id, code, status, user_id, queue_id, contact_id, connection_id, created_at, updated_at, closed_at)
       values ($1, $2, 'closed', null, $3, $4, $5, $6, $6, $6) returning id`,
      [company, `r${place}`, pick([null, ...queues]), contact, whatsappId, new Date(at)],
    );
    const id = rows[0]?.id;
    for (const [index, status] of states.entries()) {
      if (index > 0) at += Math.floor(random() * 9 * hour);
      const user = status === 'pending' ? null : pick(users);
      const isLast = index === states.length - 1;
      if (isLast) await owner.query('update tickets set status = $2, user_id = $3 where id = $1', [id, status, user]);
      await owner.query(`insert into ticket_history (company_id, ticket_id, at, what, to_value) values ($1, $2, $3, $4, $5)`, [
        company,
        id,
        new Date(at),
        index === 0 ? 'create' : 'step',
        `${status}${user ? ` user:${user}` : ''}`,
      ]);
    }
    if (random() < 0.4)
      await owner.query('insert into ticket_ratings (company_id, ticket_id, user_id, rating, created_at) values ($1, $2, $3, $4, $5)', [
        company,
        id,
        pick(users),
        1 + Math.floor(random() * 3),
        new Date(at + random() * hour),
      ]);
    free.set(contact, at);
  }
}

const courses = [
  ['pending'],
  ['pending', 'open'],
  ['pending', 'closed'],
  ['open', 'closed'],
  ['pending', 'open', 'closed'],
  ['pending', 'open', 'closed'],
  ['pending', 'open', 'pending', 'open', 'closed'],
  ['pending', 'open', 'closed', 'open', 'closed'],
  ['pending', 'open', 'closed', 'pending'],
  ['pending', 'open', 'closed', 'closed'],
] as const;

function nearMidnight(random: () => number, middle: number): number {
  const at = middle + (random() * 12 - 6) * day;
  return Math.floor(random() < 0.5 ? at : Math.round(at / (12 * hour)) * 12 * hour + (random() - 0.5) * hour * 12);
}

/** What changes figures after the fact: queues, contacts that are one, tickets deleted, an agent gone. */
async function changeAfterwards({ company, queues, users }: Place): Promise<void> {
  await owner.query('update tickets set queue_id = $2 where company_id = $1 and id % 7 = 0', [company, queues[1]]);
  await owner.query(
    `
      update tickets
      set contact_id = (select min(id) from contacts where company_id = $1)
      where company_id = $1 and id % 11 = 0 and status = 'closed'`,
    [company],
  );
  await owner.query('delete from tickets where company_id = $1 and id % 9 = 0', [company]);
  await owner.query('update tickets set user_id = $3 where company_id = $1 and user_id = $2 and id % 2 = 0', [company, users[0], users[1]]);
  await owner.query('update ticket_ratings set rating = 3 where company_id = $1 and ticket_id % 5 = 0', [company]);
}

async function readBack({ company }: Place): Promise<Told[]> {
  const { rows } = await owner.query<
    Omit<Told, 'created' | 'steps' | 'rating'> & {
      created: Date;
      steps: Array<{ at: string; to: string }>;
      rating: { at: string; user: number; rating: number } | null;
    }
  >(
    `select t.id, t.contact_id as contact, t.queue_id as queue, t.user_id as user, t.created_at as created,
       (
         select json_agg(json_build_object('at', h.at, 'to', h.to_value) order by h.id)
         from ticket_history h
         where h.ticket_id = t.id) as steps,
       (
         select json_build_object('at', r.created_at, 'user', r.user_id, 'rating', r.rating)
         from ticket_ratings r
         where r.ticket_id = t.id) as rating
     from tickets t where t.company_id = $1`,
    [company],
  );
  return rows.map(({ steps, rating, created, ...ticket }) => ({
    ...ticket,
    created: created.getTime(),
    steps: steps.map(({ at, to }) => ({ ticket: ticket.id, at: Date.parse(at), status: statusIn(to) })),
    ...(rating && { rating: { ...rating, at: Date.parse(rating.at) } }),
  }));
}

const statusIn = (to: string) => (to.startsWith('open') ? 'open' : to.startsWith('closed') ? 'closed' : 'pending');

function leadsAmong(told: Told[]): Told[] {
  const first = new Map<number, Told>();
  for (const ticket of told.toSorted((a, b) => a.created - b.created || a.id - b.id))
    if (!first.has(ticket.contact)) first.set(ticket.contact, ticket);
  return [...first.values()];
}

type Counted = Record<
  Exclude<DashboardFigure, 'today' | 'supportPending' | 'supportHappening'>,
  Array<{ id: number; user: number | null; amount?: number }>
>;

/** Straight from the histories, ticket by ticket. */
function naive(seen: Told[], firsts: Told[], within: (at: number | undefined) => boolean): Counted {
  const closings = seen.flatMap((ticket) => {
    const { steps } = ticket;
    if (steps.at(-1)?.status !== 'closed') return [];
    const begin = steps.findLastIndex(({ status }, index) => status === 'closed' && steps[index - 1]?.status !== 'closed');
    const open = steps.flatMap(({ at, status }, index) => (status === 'open' ? [(steps[index + 1]?.at ?? at) - at] : []));
    if (!within(steps[begin]?.at)) return [];
    return [{ id: ticket.id, user: ticket.user, ...(open.length > 0 && { amount: open.reduce((sum, each) => sum + each, 0) }) }];
  });
  const waits = seen.flatMap(({ id, user, steps }) => {
    const taken = steps.find(({ status }) => status === 'open');
    if (!taken || steps[0]?.status === 'open' || !within(taken.at)) return [];
    return [{ id, user, amount: taken.at - (steps[0]?.at ?? 0) }];
  });
  return {
    supportFinished: closings,
    avgSupportTime: closings.filter(({ amount }) => amount !== undefined),
    avgWaitTime: waits,
    leads: firsts.filter(({ created }) => within(created)),
    rating: seen.flatMap(({ id, rating }) => (rating && within(rating.at) ? [{ id, user: rating.user, amount: rating.rating }] : [])),
  };
}

const mean = (rows: Array<{ amount?: number }>, unit: number) =>
  rows.length === 0 ? 0 : rows.reduce((sum, { amount = 0 }) => sum + amount, 0) / rows.length / unit;
const numbers = (ids: Array<{ id: number }>) => ids.map(({ id }) => id).toSorted((a, b) => a - b);

async function expectFigures(person: Client, query: Record<string, string>, expected: Counted): Promise<void> {
  const { counters, attendants } = await person.call(dashboardApi.show, { query });
  const said = JSON.stringify(query);
  expect(counters.supportFinished, said).toBe(expected.supportFinished.length);
  expect(counters.leads, said).toBe(expected.leads.length);
  expect(counters.avgSupportTime, said).toBeCloseTo(mean(expected.avgSupportTime, 60_000), 1);
  expect(counters.avgWaitTime, said).toBeCloseTo(mean(expected.avgWaitTime, 60_000), 1);
  for (const { id, rating, avgSupportTime } of attendants) {
    expect(rating, said).toBeCloseTo(
      mean(
        expected.rating.filter(({ user }) => user === id),
        1,
      ),
      1,
    );
    expect(avgSupportTime, said).toBeCloseTo(
      mean(
        expected.avgSupportTime.filter(({ user }) => user === id),
        60_000,
      ),
      1,
    );
  }
  for (const [figure, rows] of Object.entries(expected)) {
    const opened = await openAll(person, { ...query, figure });
    expect(opened.ids, `${figure} ${said}`).toEqual(numbers(rows));
    expect(opened.count, `${figure} ${said}`).toBe(rows.length);
  }
}

async function openAll(person: Client, query: Record<string, string>): Promise<{ ids: number[]; count: number }> {
  const found: Array<{ id: number }> = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const search = new URLSearchParams({ ...query, pageNumber: String(pageNumber) });
    const { body } = await person.raw('GET', `/dashboard/rows?${search.toString()}`);
    const { tickets, count, hasMore } = dashboardApi.rows.reply.parse(body);
    found.push(...tickets);
    if (!hasMore) return { ids: numbers(found), count };
  }
}

async function expectToday(admin: Client, told: Told[], dayOf: (at: number) => string, timeZone: string): Promise<void> {
  const { today, counters } = await admin.call(dashboardApi.show, { query: { days: 1 } });
  const made = told.filter(({ created }) => dayOf(created) === dayOf(world.clock().getTime()));
  expect(today.count).toBe(made.length);
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  for (const { hour: label, count } of today.hours) {
    expect(count, label).toBe(made.filter(({ created }) => `${format.format(created)}:00` === label).length);
    if (count > 0) expect((await openAll(admin, { figure: 'today', hour: label })).ids).toHaveLength(count);
  }
  expect((await openAll(admin, { figure: 'today' })).ids).toEqual(numbers(made));
  for (const [figure, status] of [
    ['supportPending', 'pending'],
    ['supportHappening', 'open'],
  ] as const) {
    const { rows } = await owner.query('select from tickets where company_id = $1 and status = $2', [admin.user.companyId, status]);
    expect(counters[figure]).toBe(rows.length);
    expect((await openAll(admin, { figure })).count).toBe(rows.length);
  }
}

function fail(): never {
  throw new Error('there is nothing to choose from');
}

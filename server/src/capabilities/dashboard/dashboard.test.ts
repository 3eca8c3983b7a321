import { dashboardApi } from '@prosa/contracts/dashboard';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { minute, move, newNumber, openOffice, writes } from '../../../test/office.ts';
import { openWorld } from '../../../test/world.ts';
import { foldFigures } from './figures.jobs.ts';

const world = await openWorld();

const show = (person: Client, query: Record<string, string> = { days: '3' }) => person.call(dashboardApi.show, { query });
const rows = (person: Client, figure: string, query: Record<string, string> = { days: '3' }) =>
  person
    .raw('GET', `/dashboard/rows?${new URLSearchParams({ figure, ...query }).toString()}`)
    .then(({ body }) => dashboardApi.rows.reply.parse(body));

/** Time goes by; tokens do not outlive a quarter of an hour. */
async function pass(minutes: number, ...people: Client[]): Promise<void> {
  world.clock.move(minutes * minute);
  for (const person of people) await person.refresh();
}
const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
const dayAt = (shift = 0) => dayFormat.format(world.clock().getTime() + shift);

test('pending, happening and finished support, leads, average times in minutes: each opens the tickets behind it', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const [first, second, third] = [await writes(admin, whatsappId), await writes(admin, whatsappId), await writes(admin, whatsappId)];
  await pass(10, admin, agent);
  await move(agent, first.id, { status: 'open' });
  await move(agent, second.id, { status: 'open' });
  await pass(30, admin, agent);
  await move(agent, first.id, { status: 'closed' });
  const { counters, attendants, today } = await show(admin);
  expect(counters).toMatchObject({ supportPending: 1, supportHappening: 1, supportFinished: 1, leads: 3 });
  expect(counters.avgWaitTime).toBeCloseTo(10, 0);
  expect(counters.avgSupportTime).toBeCloseTo(30, 0);
  expect(counters.minutes).toBeCloseTo(30, 0);
  expect(attendants.find(({ id }) => id === agent.user.id)?.avgSupportTime).toBe(counters.avgSupportTime);
  expect(attendants.find(({ id }) => id === admin.user.id)).toMatchObject({ avgSupportTime: 0, rating: 0 });
  expect(today.hours).toHaveLength(24);
  expect([today.hours[0]?.hour, today.hours[23]?.hour]).toEqual(['01:00', '00:00']);
  expect(today.count).toBe(today.hours.reduce((sum, { count }) => sum + count, 0));

  const idsBehind = async (figure: string) => {
    const { tickets, count, hasMore } = await rows(admin, figure);
    expect([count, hasMore], figure).toEqual([tickets.length, false]);
    return tickets.map(({ id }) => id);
  };
  expect(await idsBehind('supportPending')).toEqual([third.id]);
  expect(await idsBehind('supportHappening')).toEqual([second.id]);
  expect(await idsBehind('supportFinished')).toEqual([first.id]);
  expect(await idsBehind('avgSupportTime')).toEqual([first.id]);
  expect(inOrder(await idsBehind('avgWaitTime'))).toEqual([first.id, second.id]);
  expect(inOrder(await idsBehind('leads'))).toEqual([first.id, second.id, third.id]);
  expect((await rows(admin, 'today')).count).toBe(today.count);
  const [busy] = today.hours.filter(({ count }) => count > 0);
  if (busy) expect((await rows(admin, 'today', { hour: busy.hour })).count).toBe(busy.count);
});

test('a ticket that goes on is not finished any more; its pauses are no support time', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  const step = async (body: Parameters<typeof move>[2], minutes: number) => {
    expect((await move(agent, id, body)).status).toBe(200);
    await pass(minutes, admin, agent);
  };
  await step({ status: 'open' }, 5);
  await step({ status: 'closed' }, 60);
  expect((await show(admin)).counters.supportFinished).toBe(1);
  await step({ status: 'open' }, 7);
  expect((await show(admin)).counters).toMatchObject({ supportFinished: 0, supportHappening: 1, avgSupportTime: 0 });
  await step({ status: 'pending' }, 45);
  await step({ status: 'open' }, 1);
  await step({ status: 'closed' }, 1);
  const { counters } = await show(admin);
  expect(counters.supportFinished).toBe(1);
  expect(counters.avgSupportTime).toBeCloseTo(13, 0);
});

test('leads are contacts whose first ticket was made in the period: who was here before is none, until that is deleted', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const number = newNumber();
  const first = await writes(admin, whatsappId, number);
  await move(agent, first.id, { status: 'closed' });
  await pass(2 * 24 * 60, admin);
  const second = await writes(admin, whatsappId, number);
  expect(second.id).not.toBe(first.id);
  expect((await show(admin, { days: '2' })).counters.leads).toBe(0);
  expect((await show(admin)).counters.leads).toBe(1);
  expect((await rows(admin, 'leads')).tickets.map(({ id }) => id)).toEqual([first.id]);
  await admin.call(ticketsApi.remove, { params: { id: first.id } });
  expect((await rows(admin, 'leads', { days: '2' })).tickets.map(({ id }) => id)).toEqual([second.id]);
  expect((await show(admin, { days: '2' })).counters.leads).toBe(1);
});

test('periods are days with today, dates are whole days of the company, and without any it is this month', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const { id } = await writes(admin, whatsappId);
  await move(agent, id, { status: 'closed' });
  const day = dayAt();
  const finished = async (query: Record<string, string>) => (await show(admin, query)).counters.supportFinished;
  expect(await finished({})).toBe(1);
  expect(await finished({ days: '1' })).toBe(1);
  expect(await finished({ date_from: day, date_to: day })).toBe(1);
  expect(await finished({ date_from: day })).toBe(1);
  expect(await finished({ days: '', date_from: '', date_to: day })).toBe(1);
  expect(await finished({ date_from: dayAt(-5 * 24 * 60 * minute), date_to: dayAt(-24 * 60 * minute) })).toBe(0);
  for (const wrong of [
    'days=400',
    'days=-1',
    'days=x',
    `date_from=${day}&date_to=2020-01-01`,
    'date_from=2026-02-30',
    'date_from=2020-01-01',
  ])
    expect(await admin.raw('GET', `/dashboard?${wrong}`), wrong).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  expect(await admin.raw('GET', '/dashboard/rows?figure=secrets')).toMatchObject({ status: 400 });
});

test('supervisors see the dashboard of their queues, and who serves them; agents none', async () => {
  const { admin, agent, sales, support, whatsappId } = await openOffice(world);
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: [support] });
  const helper = await world.colleague(admin, 'user', { queueIds: [support] });
  const [mine, theirs] = [await writes(admin, whatsappId), await writes(admin, whatsappId)];
  await move(admin, mine.id, { queueId: support });
  await move(agent, theirs.id, { status: 'open' });
  const { counters, attendants, today } = await show(supervisor);
  expect(counters).toMatchObject({ supportPending: 1, supportHappening: 0, leads: 1 });
  expect(today.count).toBe(1);
  expect(inOrder(attendants.map(({ id }) => id))).toEqual(inOrder([supervisor.user.id, helper.user.id]));
  for (const figure of ['supportPending', 'leads', 'today'])
    expect(
      (await rows(supervisor, figure)).tickets.map(({ id }) => id),
      figure,
    ).toEqual([mine.id]);
  expect((await rows(supervisor, 'supportHappening')).count).toBe(0);
  await admin.call(usersApi.update, { params: { id: supervisor.user.id }, body: { queueIds: [support, sales] } });
  expect((await show(supervisor)).counters).toMatchObject({ supportPending: 1, supportHappening: 1, leads: 2 });
  expect(await agent.raw('GET', '/dashboard?days=3')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await agent.raw('GET', '/dashboard/rows?figure=leads')).toMatchObject({ status: 403 });
});

test('an attendant is online while they have a live connection, and is rated by the mean over the period', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  await admin.call(settingsApi.update, { params: { key: 'userRating' }, body: { value: 'enabled' } });
  const line = await agent.listen();
  const attendant = async () => (await show(admin)).attendants.find(({ id }) => id === agent.user.id);
  await expect.poll(async () => (await attendant())?.online).toBe(true);
  line.socket.disconnect();
  for (const rating of ['3', '2']) {
    const number = newNumber();
    const { id } = await writes(admin, whatsappId, number);
    await move(agent, id, { status: 'open' });
    await move(agent, id, { status: 'closed' });
    await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, body: rating } });
    await expect.poll(async () => (await rows(admin, 'rating')).tickets.some((ticket) => ticket.id === id)).toBe(true);
  }
  await expect.poll(async () => (await attendant())?.rating).toBe(2.5);
  const rated = await rows(admin, 'rating', { days: '3', userId: String(agent.user.id) });
  expect(rated.tickets.map(({ rating }) => Number(rating)).toSorted((a, b) => a - b)).toEqual([2, 3]);
  await foldFigures(world.server.platform);
  expect((await attendant())?.rating, 'the same when the job has added them up').toBe(2.5);
});

test('tickets of one agent that are closed at the same time do not wait for one another to be counted', async () => {
  const { admin, agent, whatsappId } = await openOffice(world);
  const tickets = [await writes(admin, whatsappId), await writes(admin, whatsappId), await writes(admin, whatsappId)];
  for (const { id } of tickets) await move(agent, id, { status: 'open' });
  const before = await show(admin);
  const open = await Promise.all(
    tickets.map(async ({ id }) => {
      const client = new pg.Client({ connectionString: world.database.url });
      await client.connect();
      await client.query('begin');
      await client.query(`set local lock_timeout = '1s'`);
      return { client, id };
    }),
  );
  // None has committed while the others close theirs.
  for (const { client, id } of open)
    await client.query(
      `
        insert into ticket_history (company_id, ticket_id, at, what, to_value)
        select company_id, id, $2, 'close', 'closed user:' || user_id
        from tickets
        where id = $1`,
      [id, world.server.platform.clock()],
    );
  for (const { client } of open) {
    await client.query('commit');
    await client.end();
  }
  expect((await show(admin)).counters.supportFinished).toBe(before.counters.supportFinished + tickets.length);
});

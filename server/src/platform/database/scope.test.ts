import { queueLive } from '@prosa/contracts/queues';
import { expect, test } from 'vitest';
import { administer } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { readEvents } from '../live/events.ts';
import { everybody } from '../live/rooms.ts';
import { isTransient, sql } from './database.ts';
import { acrossCompanies, attempt, inScope, type Scope } from './scope.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const [ours, theirs] = await Promise.all([world.company(), world.company()]);
const us = { companyId: ours.user.companyId };
const them = { companyId: theirs.user.companyId };
let colours = 0;

const addQueue = (scope: Scope, name: string) =>
  scope.tx.execute(sql`insert into queues (name, color) values (${name}, ${`#${String(++colours).padStart(6, '0')}`})`);
const queuesOf = async (caller: { companyId: number }) =>
  inScope(platform, caller, async ({ tx }) =>
    (await tx.execute<{ name: string }>(sql`select name from queues`)).rows.map(({ name }) => name),
  );
const removed = { action: 'delete', queueId: 1 } as const;

test('without a company there is nothing to see and nothing to write', async () => {
  await inScope(platform, us, (scope) => addQueue(scope, 'Nossa'));
  for (const table of ['companies', 'users', 'queues', 'settings', 'sessions', 'tickets', 'messages', 'events'])
    expect((await platform.databases.app.query(`select from ${table}`)).rowCount, table).toBe(0);
  await expect(platform.databases.app.query("insert into queues (name, color) values ('De ninguém', '#999999')")).rejects.toThrow();
});

test('the company of one piece of work does not stay on the connection for the next', async () => {
  await Promise.all(Array.from({ length: 30 }, () => inScope(platform, us, ({ tx }) => tx.execute(sql`select count(*) from users`))));
  const companies = await Promise.all(
    Array.from({ length: 30 }, async () => (await platform.databases.app.query('select current_company() as company')).rows[0].company),
  );
  expect(new Set(companies)).toEqual(new Set([null]));
});

test('a statement without a condition still reaches one company alone, and a row can not be given away', async () => {
  await inScope(platform, them, (scope) => addQueue(scope, 'Deles'));
  await inScope(platform, us, async (scope) => {
    await scope.tx.execute(sql`update queues set greeting_message = 'mudada'`);
    await expect(attempt(scope, () => scope.tx.execute(sql`update queues set company_id = ${them.companyId}`))).rejects.toThrow();
    await scope.tx.execute(sql`delete from queues where name = 'Deles'`);
  });
  expect(await queuesOf(them)).toEqual(['Deles']);
  const { rows } = await inScope(platform, them, ({ tx }) => tx.execute(sql`select greeting_message from queues`));
  expect(rows).toEqual([{ greeting_message: '' }]);
});

test('work that fails leaves no row, no event and no wake-up', async () => {
  const woken: number[] = [];
  const stop = platform.wake.on('a-topic', (companyId) => void woken.push(companyId));
  const before = await readEvents(platform, us.companyId, 0, 1000);
  const failing = inScope(platform, us, async (scope) => {
    await addQueue(scope, 'Nunca');
    scope.emit(queueLive, removed, everybody);
    scope.wake('a-topic');
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await inScope(platform, them, async (scope) => scope.wake('a-topic'));
  await expect.poll(() => woken, patient).toEqual([them.companyId]);
  stop();
  expect(await queuesOf(us)).not.toContain('Nunca');
  expect(await readEvents(platform, us.companyId, 0, 1000)).toEqual(before);
});

test('events are numbered without gaps in the order of their changes, each company for itself, whatever fails in between', async () => {
  const [before, beforeTheirs] = await Promise.all([
    readEvents(platform, us.companyId, 0, 1000),
    readEvents(platform, them.companyId, 0, 1000),
  ]);
  const work = (caller: { companyId: number }, n: number) =>
    inScope(platform, caller, async (scope) => {
      scope.emit(queueLive, { action: 'delete', queueId: n }, everybody);
      scope.emit(queueLive, { action: 'delete', queueId: n }, everybody);
      await scope.tx.execute(sql`select pg_sleep(${(n % 7) / 1000})`);
      if (n % 5 === 0) throw new Error('this one fails');
    }).catch(() => undefined);
  await Promise.all(Array.from({ length: 60 }, (_, n) => work(n % 2 === 0 ? us : them, n + 1)));
  for (const [caller, earlier] of [
    [us, before],
    [them, beforeTheirs],
  ] as const) {
    const events = await readEvents(platform, caller.companyId, 0, 1000);
    expect(events).toHaveLength(earlier.length + 48);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const told = events.slice(earlier.length).map(({ data }) => data.queueId);
    // Both events of one change stand together.
    expect(told.filter((_, index) => index % 2 === 0)).toEqual(told.filter((_, index) => index % 2 === 1));
  }
});

test('what was tried and refused is undone alone', async () => {
  await inScope(platform, us, async (scope) => {
    await addQueue(scope, 'Fica');
    const doubled = attempt(scope, async () => {
      await addQueue(scope, 'Some');
      await addQueue(scope, 'Fica');
    });
    await expect(doubled).rejects.toThrow();
    await addQueue(scope, 'Também fica');
  });
  expect(await queuesOf(us)).toEqual(expect.arrayContaining(['Fica', 'Também fica']));
  expect(await queuesOf(us)).not.toContain('Some');
});

test.each(['nothing', "' or true --", '00000000-0000-4000-8000-000000000000'])('a session called %s is nobody’s', async (sessionId) => {
  await expect(inScope(platform, { ...us, sessionId }, async () => 'in')).rejects.toThrow('ERR_SESSION_EXPIRED');
});

test('a session opens its own company and no other', async () => {
  const { rows } = await inScope(platform, us, ({ tx }) =>
    tx.execute<{ id: string }>(sql`select id from sessions where user_id = ${ours.user.id} and revoked_at is null`),
  );
  const sessionId = rows[0]?.id ?? '';
  const actor = await inScope(platform, { ...us, sessionId }, async (scope) => scope.actor);
  expect(actor).toMatchObject({ userId: ours.user.id, profile: 'admin', companyId: us.companyId });
  await expect(inScope(platform, { ...them, sessionId }, async () => 'in')).rejects.toThrow('ERR_SESSION_EXPIRED');
});

test('a connection that breaks in the middle of work is not used again', async () => {
  for (let round = 0; round < 3; round += 1) {
    const broken = inScope(platform, us, async ({ tx }) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await administer(world.database.url, `select pg_terminate_backend(${rows[0]?.pid})`);
      await tx.execute(sql`select 1`);
    });
    const error: unknown = await broken.catch((reason: unknown) => reason);
    expect(isTransient(error) || isTransient(error instanceof Error ? error.cause : undefined)).toBe(true);
  }
  expect(await Promise.all(Array.from({ length: 25 }, () => queuesOf(them)))).toHaveLength(25);
});

test('work across companies counts and finds them, reads no conversation, and leaves nothing when it fails', async () => {
  const ids = await acrossCompanies(platform, async (tx) => (await tx.execute<{ id: number }>(sql`select id from companies`)).rows);
  expect(ids.map(({ id }) => id)).toEqual(expect.arrayContaining([us.companyId, them.companyId]));
  for (const forbidden of ['select body from messages', 'select name from contacts', 'select name from users', 'select data from events'])
    await expect(
      acrossCompanies(platform, (_tx, query) => query(forbidden)),
      forbidden,
    ).rejects.toThrow(/permission denied/);
  const failing = acrossCompanies(platform, async (tx) => {
    await tx.execute(sql`update companies set status = false`);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect((await ours.raw('GET', '/auth/me')).status).toBe(200);
});

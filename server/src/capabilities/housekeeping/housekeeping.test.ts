import { queuesApi } from '@prosa/contracts/queues';
import { sessionApi } from '@prosa/contracts/session';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { readHead } from '../../platform/live/events.ts';
import { compactTotals } from '../tickets/ticket-totals.actions.ts';
import { deleteExpired } from './housekeeping.jobs.ts';

const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;

test('events, kept answers and ended sessions are forgotten when they are old, and not before', async () => {
  const admin = await world.company();
  const { companyId } = admin.user;
  const make = (name: string, color: string) =>
    admin.call(queuesApi.create, { body: { name, color } }, { 'idempotency-key': `criar ${name}` });
  await make('Antiga', '#000001');
  const before = await readHead(platform, companyId);
  await inScope(platform, { companyId }, async ({ tx }) => {
    await tx.execute(sql`update events set created_at = now() - interval '49 hours'`);
    await tx.execute(sql`update idempotency_keys set created_at = now() - interval '49 hours'`);
    await tx.execute(sql`
      insert into sessions (id, user_id, created_at, expires_at)
      select gen_random_uuid(), ${admin.user.id}, now(), now() - make_interval(hours => hours) from unnest(array[23, 25]) hours`);
  });
  const { id } = await make('Nova', '#000002');
  await deleteExpired(platform);

  expect(await readHead(platform, companyId)).toEqual({ head: before.head + 1, oldest: before.head + 1 });
  expect((await make('Nova', '#000002')).id).toBe(id);
  expect(
    await admin.send(queuesApi.create, { body: { name: 'Antiga', color: '#000001' } }, { 'idempotency-key': 'criar Antiga' }),
  ).toMatchObject({ status: 409, body: { error: 'ERR_QUEUE_NAME_ALREADY_EXISTS' } });
  expect((await admin.send(sessionApi.me, {})).status).toBe(200);
  const { rows } = await inScope(platform, { companyId }, ({ tx }) =>
    tx.execute<{ sessions: number }>(sql`select count(*)::int as sessions from sessions where expires_at < now()`),
  );
  expect(rows).toEqual([{ sessions: 1 }]);
});

test('used refresh tokens are forgotten after a day, unused ones when they have long expired; the session goes on', async () => {
  const admin = await world.company();
  const caller = { companyId: admin.user.companyId };
  const tokens = async () =>
    (
      await inScope(platform, caller, ({ tx }) => tx.execute<{ hash: string }>(sql`select hash from session_refresh_tokens order by hash`))
    ).rows.map(({ hash }) => hash);
  const before = await tokens();
  await inScope(platform, caller, ({ tx }) =>
    tx.execute(sql`
      insert into session_refresh_tokens (hash, session_id, issued_at, used_at)
      select row.hash, sessions.id, now() - make_interval(hours => row.issued),
        now() - make_interval(hours => row.used)
      from sessions,
        (
          values ('used-today', 25, 23), ('used-yesterday', 26, 25), ('unused', 190, null),
            ('expired', 193, null)) as row (hash, issued, used)`),
  );
  await deleteExpired(platform);
  expect(await tokens()).toEqual([...before, 'unused', 'used-today'].toSorted());
  await admin.refresh();
});

test('folding the totals leaves every count as it was, with one row for each place', async () => {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const caller = { companyId: admin.user.companyId };
  await inScope(platform, caller, async ({ tx }) => {
    await tx.execute(sql`
      with connection as (
        insert into connections (name, provider, token_sealed, token_hash, wanted)
        values ('Parada', 'simulator', '', gen_random_uuid(), false)
        returning id),
      people as (
        insert into contacts (name, number)
        select 'Cliente', '55' || n
        from generate_series(1, 30) n
        returning id)
      insert into tickets (code, connection_id, contact_id, queue_id)
      select 'C' || people.id, connection.id, people.id, case when people.id % 2 = 0 then ${queueId}::int end
      from people, connection`);
    await tx.execute(sql`update tickets set status = 'closed', closed_at = now() where id % 3 = 0`);
    await tx.execute(sql`delete from tickets where id % 5 = 0`);
  });
  const counts = async () => {
    const lists = (['pending', 'open', 'closed'] as const).map((status) =>
      admin.call(ticketsApi.list, { query: { status, showAll: 'true' } }),
    );
    return (await Promise.all(lists)).map(({ count, tickets }) => [count, tickets.length]);
  };
  const before = await counts();
  for (const [count, shown] of before) expect(count).toBe(shown);
  await compactTotals(platform);
  await compactTotals(platform);
  expect(await counts()).toEqual(before);
  const { rows } = await inScope(platform, caller, ({ tx }) =>
    tx.execute(sql`select status, queue_id from ticket_totals where tickets <> 0`),
  );
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
});

const oldEvents = (companyId: number, count: number) =>
  inScope(platform, { companyId }, ({ tx }) =>
    tx.execute(sql`
      insert into events (seq, name, rooms, data, created_at)
      select -n, 'old', '{}', '{}', now() - interval '49 hours' - n * interval '1 second'
      from generate_series(1, ${count}::int) n`),
  );
const countOldEvents = async (companyId: number) =>
  (await inScope(platform, { companyId }, ({ tx }) => tx.execute(sql`select from events where name = 'old'`))).rowCount;

test('however many have become old at once, they are forgotten in one night, some thousand at a time', async () => {
  const { companyId } = (await world.company()).user;
  await oldEvents(companyId, 12_001);
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  await owner.query(`
    create table deletions (count integer);
    create function note_deletions() returns trigger language plpgsql security definer as $$
    begin
      insert into deletions select count(*) from gone;
      return null;
    end $$;
    create trigger note_deletions after delete on events referencing old table as gone
      for each statement execute function note_deletions()`);
  await deleteExpired(platform);
  expect(await countOldEvents(companyId)).toBe(0);
  expect((await owner.query('select count from deletions order by count desc')).rows).toEqual([
    { count: 5_000 },
    { count: 5_000 },
    { count: 2_001 },
  ]);
  await owner.query('drop trigger note_deletions on events; drop function note_deletions; drop table deletions');
  await owner.end();
});

test('what can not be deleted keeps back nothing else', async () => {
  const { companyId } = (await world.company()).user;
  await oldEvents(companyId, 3);
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  await owner.query('revoke delete on idempotency_keys, webhook_deliveries from prosa_platform');
  await deleteExpired(platform).catch(() => undefined);
  expect(await countOldEvents(companyId)).toBe(0);
  await owner.query('grant delete on idempotency_keys, webhook_deliveries to prosa_platform');
  await owner.end();
});

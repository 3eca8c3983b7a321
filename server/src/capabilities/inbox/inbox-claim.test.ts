import { connectionsApi } from '@prosa/contracts/connections';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newNumber } from '../../../test/office.ts';
import { openWorld } from '../../../test/world.ts';
import { processInbox } from './inbox.actions.ts';

// No worker takes frames in but the test itself.
const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

/** Frames as an earlier version kept them, however long they are. */
async function waiting(lengths: number[]) {
  const admin = await world.company();
  const { companyId } = admin.user;
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'simulator' } });
  const chat = newNumber();
  const people = { chat, name: 'Ana', isGroup: false, fromMe: false, participant: '', participantName: '' };
  const frame = { kind: 'message', ...people, mediaType: null, mediaId: null, data: null, quotedId: null };
  for (const [place, length] of lengths.entries())
    await owner.query(
      `insert into inbox (company_id, connection_id, identity, frame)
       values ($1, $2, $3, $4::jsonb || jsonb_build_object('body', $3 || repeat('x', $5::int)))`,
      [companyId, id, String(place), { ...frame, id: String(place), sentAt: new Date(1_790_000_000_000 + place).toISOString() }, length],
    );
  const take = (limit = 100) => processInbox(platform, companyId, { limit });
  const stored = async () => {
    const { rows } = await owner.query<{ id: string }>('select channel_id as id from messages where company_id = $1 order by id', [
      companyId,
    ]);
    return rows.map((row) => row.id);
  };
  return { companyId, take, stored };
}

const megabyte = 1_000_000;

test('what is large is taken in few at a time, in the order it came, until nothing is left', async () => {
  const { take, stored } = await waiting([9 * megabyte, 5 * megabyte, 5 * megabyte, 10, 10]);
  expect(await take()).toEqual({ count: 1, isCut: true });
  expect(await take()).toEqual({ count: 2, isCut: true });
  expect(await take()).toEqual({ count: 2, isCut: false });
  expect(await take()).toEqual({ count: 0, isCut: false });
  expect(await stored()).toEqual(['0', '1', '2', '3', '4']);
});

test('ordinary frames are taken as many as are asked for', async () => {
  const { take } = await waiting(Array.from({ length: 7 }, () => 10));
  expect(await take(5)).toEqual({ count: 5, isCut: false });
  expect(await take(5)).toEqual({ count: 2, isCut: false });
});

test('while another node works through the inbox of a company nothing is taken out of it here', async () => {
  const { companyId, take } = await waiting([10, 10]);
  await owner.query('begin');
  await owner.query('select pg_advisory_xact_lock(7767622, $1)', [companyId]);
  expect(await take()).toEqual({ count: 0, isCut: false });
  await owner.query('rollback');
  expect(await take()).toEqual({ count: 2, isCut: false });
});

import { randomBytes } from 'node:crypto';
import { connectionsApi } from '@prosa/contracts/connections';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import type { MessageFrame } from '../../channels/port.ts';
import { inContext } from '../../platform/work-context.ts';
import { claimLeases, type HeldLease, LeaseLost } from '../connections/leases.ts';
import { openFrameStore } from './frame-store.ts';

// Nobody works here but the test: no worker takes frames in, no node runs connections.
const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const frame = (id: string): MessageFrame => ({
  kind: 'message',
  id,
  chat: '5511987654321',
  fromMe: false,
  participant: '',
  participantName: '',
  isGroup: false,
  name: 'Cliente',
  body: 'Oi',
  mediaType: null,
  mediaId: null,
  data: null,
  quotedId: null,
  sentAt: new Date().toISOString(),
});

/** A company whose connection this test holds. */
async function line(): Promise<HeldLease> {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'simulator' } });
  const lease = (await claimLeases(platform, 'this test', 60, [])).find(({ connectionId }) => connectionId === id);
  if (!lease) throw new Error('the connection is held by somebody else');
  return { ...lease, owner: 'this test' };
}

const first = await line();
const second = await line();
const third = await line();
const lines = [first, second, third];

async function storedFor({ companyId }: HeldLease): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(`select frame->>'id' as id from inbox where company_id = $1 order by id`, [companyId]);
  await owner.query('delete from inbox where company_id = $1', [companyId]);
  return rows.map(({ id }) => id);
}

test('what many companies are told at the same moment shares a write, and is stored in the company it was told to', async () => {
  const store = openFrameStore(platform);
  const before = await statementsSent(world.server.url, 'counted');
  await inContext({ work: 'counted' }, () =>
    Promise.all([1, 2, 3, 4, 5].flatMap((time) => lines.map((held) => store(held, [frame(`${held.companyId}:${time}`)])))),
  );
  expect((await statementsSent(world.server.url, 'counted')) - before).toBe(1);
  for (const held of lines) expect(await storedFor(held)).toEqual([1, 2, 3, 4, 5].map((time) => `${held.companyId}:${time}`));
});

test('a connection that is held elsewhere by now is refused; what others were told in the same write is stored', async () => {
  const store = openFrameStore(platform);
  const [lost, kept] = await Promise.allSettled([store({ ...first, epoch: first.epoch - 1 }, [frame('b')]), store(second, [frame('c')])]);
  expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(LeaseLost) });
  expect(kept.status).toBe('fulfilled');
  expect([await storedFor(first), await storedFor(second)]).toEqual([[], ['c']]);
});

test('a frame that the database can not hold fails alone', async () => {
  const store = openFrameStore(platform);
  const answers = await Promise.allSettled([
    store(first, [frame(randomBytes(12_000).toString('base64'))]),
    store(second, [frame('c')]),
    store(third, [frame('d')]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect([await storedFor(first), await storedFor(second), await storedFor(third)]).toEqual([[], ['c'], ['d']]);
});

test('nobody waits for another company: where one is locked, the others are stored meanwhile', async () => {
  const store = openFrameStore(platform);
  await owner.query('begin');
  await owner.query('select from connection_leases where connection_id = $1 for update', [first.connectionId]);
  const locked = store(first, [frame('b')]);
  await Promise.all([store(second, [frame('c')]), store(third, [frame('d')])]);
  expect(await Promise.race([locked, Promise.resolve('still waiting')])).toBe('still waiting');
  await owner.query('rollback');
  await locked;
  for (const [held, id] of [
    [first, 'b'],
    [second, 'c'],
    [third, 'd'],
  ] as const)
    expect(await storedFor(held)).toEqual([id]);
});

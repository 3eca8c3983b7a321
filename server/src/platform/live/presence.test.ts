import { setTimeout as sleep } from 'node:timers/promises';
import { userLive, usersApi } from '@prosa/contracts/users';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../database/database.ts';
import { Presence } from './presence.ts';

const world = await openWorld();
const elsewhere = await openWorld({}, world.database);
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

type Listener = Awaited<ReturnType<Client['listen']>>;
const isOnline = async (person: Client, id: number) => (await person.call(usersApi.show, { params: { id } })).online;
const toldOf = (ear: Listener, id: number) =>
  ear
    .of(userLive)
    .map(({ user }) => user as { id: number; online: boolean })
    .filter((user) => user?.id === id)
    .map(({ online }) => online);

/** The same person at the other node. */
async function atOtherNode(person: Client): Promise<Listener> {
  const there = elsewhere.client();
  there.token = person.token;
  return there.listen();
}

test('"online" is who has a live socket on any node; the company hears of it when it changes, and only then', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const { id } = agent.user;
  const atAdmin = await admin.listen();
  expect(await isOnline(admin, id)).toBe(false);
  const here = await agent.listen();
  await expect.poll(() => toldOf(atAdmin, id), patient).toEqual([true]);
  expect(await isOnline(admin, id)).toBe(true);
  expect((await admin.call(usersApi.everyone, { query: {} })).map(({ online }) => online)).toEqual([true, true]);
  const there = await atOtherNode(agent);
  await expect.poll(async () => (await owner.query('select from user_presence where user_id = $1', [id])).rowCount, patient).toBe(2);
  here.socket.disconnect();
  await expect.poll(async () => (await owner.query('select from user_presence where user_id = $1', [id])).rowCount, patient).toBe(1);
  expect(await isOnline(admin, id)).toBe(true);
  there.socket.disconnect();
  await expect.poll(() => toldOf(atAdmin, id), patient).toEqual([true, false]);
  expect(await isOnline(admin, id)).toBe(false);
});

test('a page that is loaded again does not go away', async () => {
  const { user } = await world.company();
  const told: boolean[] = [];
  const presence = new Presence(world.server.platform, 'node-of-one-page', async ({ tx }, userId) => {
    const { rows } = await tx.execute<{ online: boolean }>(sql`select is_online(${userId}) as online`);
    told.push(...rows.map(({ online }) => online));
  });
  const arrive = () => presence.arrive(user.companyId, user.id);
  const leave = () => presence.leave(user.companyId, user.id);
  arrive();
  await expect.poll(() => told, patient).toEqual([true]);
  leave();
  arrive();
  // The grace of that departure runs out while the person is here.
  await sleep(2_100);
  // A turn begins only after these three: it finds nobody with a socket, in the middle of a grace.
  leave();
  arrive();
  leave();
  await presence.close();
  expect(told).toEqual([true]);
  expect((await owner.query('select from user_presence where user_id = $1', [user.id])).rowCount).toBe(1);
});

test('who was on a node that died goes offline when its rows are old', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const atAdmin = await admin.listen();
  await owner.query(`insert into user_presence (company_id, user_id, node) values ($1, $2, 'node-that-died')`, [
    admin.user.companyId,
    agent.user.id,
  ]);
  expect(await isOnline(admin, agent.user.id)).toBe(true);
  await owner.query(`update user_presence set seen_at = now() - interval '46 seconds' where node = 'node-that-died'`);
  expect(await isOnline(admin, agent.user.id)).toBe(false);
  await expect.poll(() => toldOf(atAdmin, agent.user.id), patient).toEqual([false]);
  expect((await owner.query(`select from user_presence where node = 'node-that-died'`)).rowCount).toBe(0);
});

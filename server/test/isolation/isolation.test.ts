import { afterAll, expect, test } from 'vitest';
import { openWorld } from '../world.ts';
import { findFileLeaks } from './files.ts';
import { findGrantDifferences, findGrantErrors } from './grants.ts';
import { findForeignIds } from './ids.ts';
import { findProbeLeaks } from './probe.ts';
import { findRoomLeaks, openLines } from './rooms.ts';
import { findSightErrors } from './sight.ts';
import { setStage } from './stage.ts';

const patient = 240_000;
const world = await openWorld({ ROLES: 'web' });
const stage = await setStage(world);
afterAll(() => stage.close());

test('the table of grants is what the house has agreed on', () => {
  expect(findGrantDifferences()).toEqual([]);
});

test('the application’s role reaches one company’s rows in every table, and none without a company', async () => {
  const client = await stage.database.connect();
  await client.query('begin');
  expect(await findProbeLeaks(client, { us: stage.a.id, them: stage.b.id })).toEqual([]);
  await client.query('rollback');
  client.release();
});

test(
  'every call lets in who may and refuses who may not, in the right words',
  async () => {
    expect(await findGrantErrors(stage)).toEqual([]);
  },
  patient,
);

test(
  'another company’s id, in any place of any call, is an id that does not exist',
  async () => {
    const { findings, places, calls } = await findForeignIds(stage);
    process.stdout.write(JSON.stringify({ routes: stage.routes.length, places, calls, actors: stage.actors.length }));
    expect(findings).toEqual([]);
  },
  patient,
);

test(
  'colleagues see the tickets, threads and files that are theirs to see, and no others',
  async () => {
    expect(await findSightErrors(stage)).toEqual([]);
  },
  patient,
);

test(
  'another company’s file does not open, whatever its address',
  async () => {
    expect(await findFileLeaks(stage)).toEqual([]);
  },
  patient,
);

test(
  'nobody hears of another company, nor of colleagues’ conversations that are not theirs',
  async () => {
    await openWorld({ ROLES: 'worker,channels' }, world.database);
    expect(await findRoomLeaks(stage, await openLines(stage))).toEqual([]);
  },
  patient,
);

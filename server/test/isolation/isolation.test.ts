import { afterAll, expect, test } from 'vitest';
import { mountOtherCallers } from '../other-callers.ts';
import { openWorld } from '../world.ts';
import { nameOf } from './calls.ts';
import { findFileLeaks } from './files.ts';
import { findGrantDifferences, findGrantErrors } from './grants.ts';
import { allPlaces, findForeignIds } from './ids.ts';
import { hookSecrets } from './others.ts';
import { findProbeLeaks } from './probe.ts';
import { findRoomLeaks, openLines } from './rooms.ts';
import { findSightErrors } from './sight.ts';
import { setStage } from './stage.ts';
import { findSuperUserErrors } from './super-users.ts';
import { findUnguardedRoutes } from './unguarded-routes.ts';

const slowTest = 1_200_000;
const world = await openWorld({ ROLES: 'web', PIX_KEY: 'chave@prosa.example', ...hookSecrets }, undefined, mountOtherCallers);
const stage = await setStage(world);
afterAll(() => stage.close());

test('every call that is answered stands in the table of routes, under the policy that was agreed on', () => {
  expect(findUnguardedRoutes(world.server.http)).toEqual([]);
});

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
  slowTest,
);

test(
  'another company’s id, in any place of any call, is an id that does not exist',
  async () => {
    const { findings, tried } = await findForeignIds(stage);
    expect(findings).toEqual([]);
    expect([...tried].toSorted()).toEqual(allPlaces(stage.routes).toSorted());
  },
  slowTest,
);

test('an admin of the platform’s company without the super flag reaches neither super users nor payment settings', async () => {
  expect(await findSuperUserErrors(stage)).toEqual([]);
});

test(
  'colleagues see the tickets, threads and files that are theirs to see, and no others',
  async () => {
    expect(await findSightErrors(stage)).toEqual([]);
  },
  slowTest,
);

test(
  'another company’s file does not open, whatever its address',
  async () => {
    expect(await findFileLeaks(stage)).toEqual([]);
  },
  slowTest,
);

test(
  'nobody hears of another company, nor of colleagues’ conversations that are not theirs',
  async () => {
    await openWorld({ ROLES: 'worker,channels' }, world.database);
    expect(await findRoomLeaks(stage, await openLines(stage))).toEqual([]);
  },
  slowTest,
);

test('every call of the product was made here, and every answer was as its contract says', () => {
  expect([...stage.asked].toSorted()).toEqual(stage.routes.map(nameOf).toSorted());
  expect(stage.breaches).toEqual([]);
});

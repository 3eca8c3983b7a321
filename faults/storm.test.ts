import { afterAll, expect, test } from 'vitest';
import { isClean, table } from './checker.ts';
import { storm } from './storm.ts';
import { openSupervisor } from './supervisor.ts';

const supervisor = openSupervisor();
afterAll(supervisor.close);

test('a short kill storm: nothing lost, doubled, out of order or stuck', async () => {
  const seed = process.env.FAULTS_SEED ?? 'small storm';
  const options = { companies: 2, connections: 1, customers: 5, inbound: 400, outbound: 100, kills: 8, withPostgres: 2, postgresAlone: 1 };
  const { findings, figures } = await storm(supervisor, seed, options);
  expect(isClean(findings), `seed ${seed}\n${table(findings)}`).toBe(true);
  expect(figures).toMatchObject({ inbound: 400, outbound: 100, killsWithPostgres: 2, killsOfPostgresAlone: 1 });
  expect(figures.kills).toBeGreaterThanOrEqual(8);
});

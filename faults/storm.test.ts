import { afterAll, expect, test } from 'vitest';
import { isClean, table } from './checker.ts';
import { storm } from './storm.ts';
import { openSupervisor } from './supervisor.ts';

const supervisor = openSupervisor();
afterAll(supervisor.close);

test('a short kill storm: nothing lost, doubled, out of order or stuck', async () => {
  const seed = process.env.FAULTS_SEED ?? 'small storm';
  const options = {
    companies: 2,
    connections: 1,
    customers: 4,
    inbound: 240,
    outbound: 60,
    pictures: 8,
    kills: 5,
    withPostgres: 1,
    postgresAlone: 3,
  };
  const { findings, figures } = await storm(supervisor, seed, options);
  expect(isClean(findings), `seed ${seed}\n${table(findings)}`).toBe(true);
  expect(figures).toMatchObject({ inbound: 240, outbound: 60, killsWithPostgres: 1, killsOfPostgresAlone: 3 });
  expect(figures.kills).toBeGreaterThanOrEqual(5);
});

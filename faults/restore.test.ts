import { afterAll, expect, test } from 'vitest';
import { restoreDrill } from './restore-drill.ts';
import { openSupervisor } from './supervisor.ts';

const supervisor = openSupervisor();
afterAll(supervisor.close);

test('a data folder destroyed under traffic comes back from its backup: nothing missing up to then, and people go on', async () => {
  const { findings, figures } = await restoreDrill(supervisor, process.env.FAULTS_SEED ?? 'small drill', {
    messages: 0,
    inbound: 160,
    outbound: 40,
  });
  expect(findings).toEqual([]);
  expect(figures.before).toBeGreaterThanOrEqual(100);
});

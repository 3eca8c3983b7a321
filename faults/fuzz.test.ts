import { afterAll, expect, test } from 'vitest';
import { fuzz, fuzzReport, isUnharmed } from './fuzz.ts';
import { openSupervisor } from './supervisor.ts';

const supervisor = openSupervisor();
afterAll(supervisor.close);

test('some hostile texts through inbound, searches, names and notes: no 5xx, nothing stuck, nothing set aside', async () => {
  const seed = process.env.FAULTS_SEED ?? 'small fuzz';
  const findings = await fuzz(supervisor, seed, { texts: 150, longest: 10_000 });
  expect(isUnharmed(findings), `seed ${seed}\n${fuzzReport(findings)}`).toBe(true);
  expect(findings.texts).toBe(150);
});

import { fuzz, fuzzReport, isUnharmed } from './fuzz.ts';
import type { PartContext } from './parts.ts';

/** Hostile texts through everything that takes a text. */
export async function fuzzPart({ supervisor, seed, count }: PartContext): Promise<boolean> {
  const findings = await fuzz(supervisor, seed, { texts: count('texts', 20_000), longest: 1_000 }, console.log);
  console.log(`\n${fuzzReport(findings)}`);
  return isUnharmed(findings);
}

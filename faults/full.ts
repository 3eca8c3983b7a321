import { parts } from './parts.ts';
import { newSeed } from './random.ts';
import { openSupervisor } from './supervisor.ts';

/** `npm run test:faults -- only=storm seed=abc kills=100`; each may also be set as FAULTS_ONLY, FAULTS_SEED and so on. */
function given(name: string): string | undefined {
  const argument = process.argv.find((each) => each.startsWith(`${name}=`));
  return argument?.slice(name.length + 1) ?? process.env[`FAULTS_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`];
}

function count(name: string, fallback: number): number {
  const value = Number(given(name) ?? fallback);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number`);
  return value;
}

function chosen(): string[] {
  const names = given('only')?.split(',') ?? Object.keys(parts);
  const unknown = names.find((name) => parts[name] === undefined);
  if (unknown !== undefined) throw new Error(`only=${unknown}: there are ${Object.keys(parts).join(', ')}`);
  return names;
}

async function main(): Promise<number> {
  const seed = given('seed') ?? newSeed();
  const interrupted = () => process.exit(130);
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  const bad: string[] = [];
  for (const name of chosen()) {
    console.log(`\n== ${name} seed=${seed}`);
    // Each part leaves nothing behind for the next.
    const supervisor = openSupervisor();
    try {
      if (!(await parts[name]?.({ supervisor, seed, given, count }))) bad.push(name);
    } finally {
      await supervisor.close();
    }
  }
  console.log(`\n${bad.length === 0 ? 'All good.' : `NOT GOOD: ${bad.join(', ')}; again with seed=${seed}`}`);
  return bad.length === 0 ? 0 : 1;
}

process.exitCode = await main();

import { isClean, table } from './checker.ts';
import { crashesAt, openCrashLoop } from './crash-loop.ts';
import { fuzz, fuzzReport, isUnharmed } from './fuzz.ts';
import { newSeed } from './random.ts';
import { type Figures, percentile, type StormOptions, storm } from './storm.ts';
import { openSupervisor, type Supervisor } from './supervisor.ts';

const defaults: StormOptions = {
  companies: 3,
  connections: 2,
  customers: 8,
  inbound: 5_000,
  outbound: 1_000,
  kills: 100,
  withPostgres: 20,
  postgresAlone: 10,
};

/** `npm run test:faults -- seed=abc kills=100 inbound=5000 outbound=1000 only=storm`, or `only=fuzz texts=20000`; each may also be set as FAULTS_SEED and so on. */
function given(name: string): string | undefined {
  const argument = process.argv.find((each) => each.startsWith(`${name}=`));
  return argument?.slice(name.length + 1) ?? process.env[`FAULTS_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`];
}

function options(): StormOptions {
  const number = (name: keyof StormOptions) => {
    const value = Number(given(name) ?? defaults[name]);
    if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number`);
    return value;
  };
  return {
    companies: number('companies'),
    connections: number('connections'),
    customers: number('customers'),
    inbound: number('inbound'),
    outbound: number('outbound'),
    kills: number('kills'),
    withPostgres: number('withPostgres'),
    postgresAlone: number('postgresAlone'),
  };
}

function report(figures: Figures): string {
  const messages = figures.inbound + figures.outbound;
  const recovery = (part: number) => `${Math.round(percentile(figures.recoveriesMs, part))} ms`;
  return [
    `messages acknowledged     ${figures.inbound} inbound, ${figures.outbound} outbound, ${figures.receipts} receipts`,
    `kill -9 of the server     ${figures.kills}, of them ${figures.killsWithPostgres} with PostgreSQL and ${figures.killsWhileStarting} while starting`,
    `kill -9 of PostgreSQL     ${figures.killsOfPostgresAlone} alone`,
    `recovery (kill to ready)  p50 ${recovery(0.5)}, p99 ${recovery(0.99)}`,
    `calls                     ${figures.calls}, tried again ${figures.retries}`,
    `screens                   ${figures.reconnects} reconnections, ${figures.reloads} told to reload`,
    `time                      ${figures.seconds.toFixed(1)} s, then ${figures.settledSeconds.toFixed(1)} s to settle and check`,
    `throughput                ${(messages / figures.seconds).toFixed(1)} messages/s through the storm`,
  ].join('\n');
}

/** The kill storm; true when nothing was harmed. */
async function runStorm(supervisor: Supervisor, seed: string): Promise<boolean> {
  const { findings, figures, log } = await storm(supervisor, seed, options(), console.log);
  console.log(`\n${report(figures)}\n\n${table(findings)}`);
  if (given('log') !== undefined) console.log(`\n${log}`);
  return isClean(findings);
}

const passages = [1, 2, 3, 5];

/** Every crash point at several passages, one crash after the other. */
async function runPoints(supervisor: Supervisor, seed: string): Promise<boolean> {
  const crashes = crashesAt(passages, seed);
  const loop = await openCrashLoop(supervisor, seed, crashes.length);
  try {
    for (const crash of crashes) {
      const { signal } = await loop.run(crash);
      if (signal !== 'SIGKILL') throw new Error(`the server did not die at ${crash.point}#${crash.nth}: ${loop.node.said().stderr}`);
    }
    const findings = await loop.settle();
    console.log(`\ncrash points              ${crashes.length} crashes at passages ${passages.join(', ')}, ${loop.messages()} messages\n`);
    console.log(table(findings));
    return isClean(findings);
  } finally {
    await loop.close();
  }
}

/** Hostile texts through everything that takes a text. */
async function runFuzz(supervisor: Supervisor, seed: string): Promise<boolean> {
  const findings = await fuzz(supervisor, seed, { texts: Number(given('texts') ?? 20_000), longest: 1_000 }, console.log);
  console.log(`\n${fuzzReport(findings)}`);
  return isUnharmed(findings);
}

const parts = { storm: runStorm, points: runPoints, fuzz: runFuzz };

async function main(): Promise<number> {
  const seed = given('seed') ?? newSeed();
  const chosen = Object.entries(options()).map(([name, value]) => `${name}=${value}`);
  console.log(`seed=${seed} ${chosen.join(' ')}`);
  const supervisor = openSupervisor();
  const interrupted = () => process.exit(130);
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    let good = true;
    for (const [name, run] of Object.entries(parts)) if ((given('only') ?? name) === name) good = (await run(supervisor, seed)) && good;
    console.log(`\n${good ? 'Nothing lost, doubled, out of order or stuck.' : `NOT GOOD; again with seed=${seed}`}`);
    return good ? 0 : 1;
  } finally {
    await supervisor.close();
  }
}

process.exitCode = await main();

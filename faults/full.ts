import { isClean, table } from './checker.ts';
import { newSeed } from './random.ts';
import { type Figures, percentile, type StormOptions, storm } from './storm.ts';
import { openSupervisor } from './supervisor.ts';

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

/** `npm run test:faults -- seed=abc kills=100 inbound=5000 outbound=1000`; each may also be set as FAULTS_SEED and so on. */
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

async function main(): Promise<number> {
  const seed = given('seed') ?? newSeed();
  const chosen = options();
  console.log(
    `seed=${seed} ${Object.entries(chosen)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
  );
  const supervisor = openSupervisor();
  const interrupted = () => process.exit(130);
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const { findings, figures, log } = await storm(supervisor, seed, chosen, console.log);
    console.log(`\n${report(figures)}\n\n${table(findings)}`);
    if (given('log') !== undefined) console.log(`\n${log}`);
    const good = isClean(findings);
    console.log(`\n${good ? 'Nothing lost, doubled, out of order or stuck.' : `NOT GOOD; again with seed=${seed}`}`);
    return good ? 0 : 1;
  } finally {
    await supervisor.close();
  }
}

process.exitCode = await main();

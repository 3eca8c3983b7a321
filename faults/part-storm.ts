import { isClean, table } from './checker.ts';
import type { PartContext } from './parts.ts';
import { type Figures, percentile, type StormOptions, storm } from './storm.ts';

const defaults = {
  companies: 3,
  connections: 2,
  customers: 8,
  inbound: 6_000,
  outbound: 1_200,
  pictures: 20,
  kills: 100,
  withPostgres: 20,
  postgresAlone: 200,
};

/** So long, after a kill, the server may not be ready. */
const backWithinMs = 5_000;

/** The kill storm: `only=storm kills=100 postgresAlone=200 inbound=6000 outbound=1200 pictures=20`. */
export async function stormPart({ supervisor, seed, given, count }: PartContext): Promise<boolean> {
  const options: StormOptions = {
    companies: count('companies', defaults.companies),
    connections: count('connections', defaults.connections),
    customers: count('customers', defaults.customers),
    inbound: count('inbound', defaults.inbound),
    outbound: count('outbound', defaults.outbound),
    pictures: count('pictures', defaults.pictures),
    kills: count('kills', defaults.kills),
    withPostgres: count('withPostgres', defaults.withPostgres),
    postgresAlone: count('postgresAlone', defaults.postgresAlone),
  };
  console.log(
    Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  );
  const { findings, figures, log } = await storm(supervisor, seed, options, console.log);
  console.log(`\n${report(figures)}\n\n${table(findings)}`);
  if (given('log') !== undefined) console.log(`\n${log}`);
  const late = figures.longestNotReadyMs > backWithinMs;
  if (late) console.log(`\nNOT READY for longer than ${backWithinMs / 1000} s after a kill`);
  return isClean(findings) && !late;
}

function report(figures: Figures): string {
  const messages = figures.inbound + figures.outbound;
  const recovery = (part: number) => `${Math.round(percentile(figures.recoveriesMs, part))} ms`;
  return [
    `messages acknowledged     ${figures.inbound} inbound, ${figures.outbound} outbound, ${figures.receipts} receipts`,
    `kill -9 of the server     ${figures.kills}, of them ${figures.killsWithPostgres} with PostgreSQL ` +
      `and ${figures.killsWhileStarting} while starting`,
    `kill -9 of PostgreSQL     ${figures.killsOfPostgresAlone} alone`,
    `recovery (kill to ready)  p50 ${recovery(0.5)}, p99 ${recovery(0.99)}`,
    `longest time not ready    ${Math.round(figures.longestNotReadyMs)} ms after a kill`,
    `calls                     ${figures.calls}, tried again ${figures.retries}`,
    `screens                   ${figures.reconnects} reconnections, ${figures.reloads} told to reload`,
    `time                      ${figures.seconds.toFixed(1)} s, then ${figures.settledSeconds.toFixed(1)} s to settle and check`,
    `throughput                ${(messages / figures.seconds).toFixed(1)} messages/s through the storm`,
  ].join('\n');
}

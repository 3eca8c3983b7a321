import { setTimeout as sleep } from 'node:timers/promises';
import { retriesOf } from './caller.ts';
import { check, type Findings } from './checker.ts';
import { noteStaleWrites, openCheckerDatabase } from './checker-database.ts';
import { totals } from './ledger.ts';
import { embeddedUrl, type ServerNode } from './node.ts';
import { pictureFindings } from './pictures.ts';
import { type Random, randomFrom } from './random.ts';
import { type Readiness, watchReadiness } from './readiness.ts';
import type { Supervisor } from './supervisor.ts';
import { openTraffic, type Traffic, type TrafficOptions } from './traffic.ts';

export type StormOptions = TrafficOptions & {
  /** Of the server, all in all. */
  kills: number;
  /** So many of them together with PostgreSQL. */
  withPostgres: number;
  /** And so many of PostgreSQL alone, beside those. */
  postgresAlone: number;
};

export type Figures = {
  kills: number;
  killsWithPostgres: number;
  killsWhileStarting: number;
  killsOfPostgresAlone: number;
  inbound: number;
  outbound: number;
  receipts: number;
  calls: number;
  retries: number;
  reconnects: number;
  reloads: number;
  recoveriesMs: number[];
  /** The longest stretch, without a further kill in it, in which the server did not say that it is ready. */
  longestNotReadyMs: number;
  seconds: number;
  settledSeconds: number;
};

/** Kills a server with embedded PostgreSQL repeatedly under traffic. */
export async function storm(
  supervisor: Supervisor,
  seed: string,
  options: StormOptions,
  say: (line: string) => void = () => undefined,
): Promise<{ findings: Findings; figures: Figures; log: string }> {
  const random = randomFrom(seed);
  const node = await supervisor.node({ LEASE_SECONDS: '2' });
  await node.start();
  const traffic = await openTraffic([node.url], random.fork('traffic'), options);
  await prepare(node);
  const begun = performance.now();
  const running = traffic.run();
  running.catch(() => undefined);
  const readiness = watchReadiness(node.url);
  const killed = await Promise.race([
    killAll(node, traffic, random.fork('kills'), { options, say, readiness }),
    running.then(() => new Promise<never>(() => undefined)),
  ]).finally(readiness.stop);
  await running;
  await traffic.clearFaults();
  const seconds = (performance.now() - begun) / 1000;
  const truth = await openCheckerDatabase(await embeddedUrl(node.dataDir));
  try {
    const findings = await check(traffic.ledger, [node.url], truth, { quietSeconds: 30, hearSeconds: 15 });
    findings.lost.push(...(await pictureFindings(truth, node.dataDir)));
    const settledSeconds = (performance.now() - begun) / 1000 - seconds;
    const watchers = traffic.ledger.companies.map(({ watcher }) => watcher);
    const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
    const figures: Figures = {
      ...killed,
      longestNotReadyMs: readiness.longest(),
      ...totals(traffic.ledger),
      calls: traffic.tally.calls,
      retries: retriesOf(traffic.tally),
      reconnects: sum(watchers.map(({ connects }) => connects - 1)),
      reloads: sum(watchers.map(({ reloads }) => reloads)),
      seconds,
      settledSeconds,
    };
    return { findings, figures, log: node.said().stdout };
  } finally {
    await truth.close();
    await traffic.close();
  }
}

async function prepare(node: ServerNode): Promise<void> {
  const truth = await openCheckerDatabase(await embeddedUrl(node.dataDir));
  await noteStaleWrites(truth).finally(() => truth.close());
}

type Killed = Pick<Figures, 'kills' | 'killsWithPostgres' | 'killsWhileStarting' | 'killsOfPostgresAlone' | 'recoveriesMs'>;

/** One kill in each stretch of the traffic, at a moment that the seed chooses. */
async function killAll(
  node: ServerNode,
  traffic: Traffic,
  random: Random,
  { options, say, readiness }: { options: StormOptions; say: (line: string) => void; readiness: Readiness },
): Promise<Killed> {
  const killed: Killed = { kills: 0, killsWithPostgres: 0, killsWhileStarting: 0, killsOfPostgresAlone: 0, recoveriesMs: [] };
  const total = options.inbound + options.outbound;
  const rounds = random.shuffle([
    ...Array.from({ length: options.withPostgres }, () => 'both' as const),
    ...Array.from({ length: options.postgresAlone }, () => 'postgres' as const),
    ...Array.from({ length: options.kills - options.withPostgres }, () => 'server' as const),
  ]);
  for (const [round, victim] of rounds.entries()) {
    // A kill while starting counts as well and stands for a later one, but never for one together with PostgreSQL.
    if (victim === 'server' && killed.kills + options.withPostgres - killed.killsWithPostgres >= options.kills) continue;
    traffic.allow(Math.ceil((total * (round + 1)) / rounds.length));
    await traffic.reach(Math.floor((total * (round + random.next() * 0.8)) / rounds.length));
    if (random.chance(0.4)) await traffic.changeFaults();
    await sleep(random.chance(0.5) ? random.below(400) : random.below(2_000));
    killed.recoveriesMs.push(await killOnce(node, victim, random, { killed, readiness }));
    if ((round + 1) % Math.max(1, Math.floor(rounds.length / 10)) === 0)
      say(
        `${killed.kills} kills (${killed.killsWithPostgres} with PostgreSQL), ` +
          `${traffic.progress()} of ${total} messages, ${retriesOf(traffic.tally)} retries`,
      );
  }
  traffic.allow(total);
  return killed;
}

/** The milliseconds from the kill until the server says that it is ready. */
async function killOnce(
  node: ServerNode,
  victim: 'both' | 'postgres' | 'server',
  random: Random,
  { killed, readiness }: { killed: Killed; readiness: Readiness },
): Promise<number> {
  const begun = performance.now();
  readiness.restart();
  if (victim === 'postgres') {
    await node.killPostgres();
    killed.killsOfPostgresAlone += 1;
    await node.ready();
    return performance.now() - begun;
  }
  await (victim === 'both' ? node.killBoth() : node.kill());
  killed.kills += 1;
  if (victim === 'both') killed.killsWithPostgres += 1;
  node.launch();
  if (random.chance(0.1)) {
    await sleep(random.below(900));
    await node.kill();
    readiness.restart();
    killed.kills += 1;
    killed.killsWhileStarting += 1;
    node.launch();
  }
  await node.ready();
  return performance.now() - begun;
}

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

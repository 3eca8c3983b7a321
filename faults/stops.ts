import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { check, type Findings } from './checker.ts';
import { openCheckerDatabase } from './checker-database.ts';
import { embeddedUrl, postmasterOf, type ServerNode } from './node.ts';
import { pictureFindings } from './pictures.ts';
import { randomFrom } from './random.ts';
import type { Supervisor } from './supervisor.ts';
import { openTraffic, type TrafficOptions } from './traffic.ts';
import { until } from './waiting.ts';

export type StopsOptions = TrafficOptions & { stops: number };
export type StopFigures = {
  /** From SIGTERM until the process has ended. */
  stopMs: number[];
  /** From the next start until it is ready, and from there until it holds the connections. */
  startMs: number[];
  leaseMs: number[];
  /** Exit codes other than 0. */
  badExits: string[];
  /** PostgreSQL left behind. */
  orphans: number;
};

/** A line over which half a request comes, and then nothing. Resolves when the server closes it. */
export function openHalfRequest(node: ServerNode): Promise<void> {
  const { port, hostname } = new URL(node.url);
  const line = connect(Number(port), hostname);
  line.on('error', () => undefined);
  line.write('POST /auth/login HTTP/1.1\r\nhost: prosa\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"email":');
  return new Promise((resolve) => line.once('close', () => resolve()));
}

/** Stops a server with embedded PostgreSQL repeatedly under traffic. */
export async function stopRepeatedly(
  supervisor: Supervisor,
  seed: string,
  options: StopsOptions,
  say: (line: string) => void = () => undefined,
): Promise<{ findings: Findings; figures: StopFigures }> {
  const random = randomFrom(seed);
  // The lease of the product: one that was not given back would be waited for.
  const node = await supervisor.node({});
  await node.start();
  const traffic = await openTraffic([node.url], random.fork('traffic'), options);
  const running = traffic.run();
  running.catch(() => undefined);
  const figures: StopFigures = { stopMs: [], startMs: [], leaseMs: [], badExits: [], orphans: 0 };
  const total = options.inbound + options.outbound;
  for (let stop = 0; stop < options.stops; stop += 1) {
    traffic.allow(Math.ceil((total * (stop + 1)) / options.stops));
    await Promise.race([running, traffic.reach(Math.floor((total * (stop + random.next() * 0.8)) / options.stops))]);
    void openHalfRequest(node);
    await sleep(random.below(300));
    await stopOnce(node, figures);
    if ((stop + 1) % Math.max(1, Math.floor(options.stops / 10)) === 0)
      say(`${stop + 1} stops, ${traffic.progress()} of ${total} messages`);
  }
  traffic.allow(total);
  await running;
  const truth = await openCheckerDatabase(await embeddedUrl(node.dataDir));
  try {
    const findings = await check(traffic.ledger, [node.url], truth, { quietSeconds: 30, hearSeconds: 15 });
    findings.lost.push(...(await pictureFindings(truth, node.dataDir)));
    return { findings, figures };
  } finally {
    await truth.close();
    await traffic.close();
  }
}

async function stopOnce(node: ServerNode, figures: StopFigures): Promise<void> {
  const asked = performance.now();
  const { code, signal } = await node.stop();
  figures.stopMs.push(performance.now() - asked);
  if (code !== 0) figures.badExits.push(`${code ?? signal}`);
  if ((await postmasterOf(node.dataDir)) !== undefined) figures.orphans += 1;
  figures.startMs.push(await node.start());
  const ready = performance.now();
  const truth = await openCheckerDatabase(await embeddedUrl(node.dataDir));
  await until('the connections are held', async () => {
    const free = await truth.rows('select from connection_leases where expires_at < clock_timestamp()');
    return free.length === 0;
  }).finally(truth.close);
  figures.leaseMs.push(performance.now() - ready);
}

import { type CrashPoint, crashPoints } from '../server/src/platform/crash-points.ts';
import { check, type Findings } from './checker.ts';
import { type CheckerDatabase, noteStaleWrites, openCheckerDatabase } from './checker-database.ts';
import type { Ending, ServerNode } from './node.ts';
import { randomFrom } from './random.ts';
import type { Supervisor } from './supervisor.ts';
import { openTraffic } from './traffic.ts';
import { until } from './waiting.ts';

export type Crash = { point: CrashPoint; nth: number };

const messagesPerStep = 6;
const maxSteps = 20;

/** Every point at each of these passages, in an order that the seed chooses: each recovery runs into the next crash. */
export function crashesAt(passages: readonly number[], seed: string): Crash[] {
  return randomFrom(seed).shuffle(crashPoints.messages.flatMap((point) => passages.map((nth) => ({ point, nth }))));
}

/** Every point once, at a passage that the seed chooses. */
export function crashesOnce(seed: string): Crash[] {
  const random = randomFrom(seed);
  return random.shuffle(crashPoints.messages.map((point) => ({ point, nth: random.pick([1, 2, 3]) })));
}

export type CrashLoop = {
  node: ServerNode;
  truth: CheckerDatabase;
  /** Starts the server with this crash ahead of it and lets people write until it has happened. */
  run(crash: Crash): Promise<Ending>;
  /** Starts the server with nothing ahead, and compares. */
  settle(): Promise<Findings>;
  /** Compares again, without patience. */
  look(): Promise<Findings>;
  messages(): number;
  close(): Promise<void>;
};

export async function openCrashLoop(supervisor: Supervisor, seed: string, crashes: number): Promise<CrashLoop> {
  const { url } = await supervisor.postgres();
  const node = await supervisor.node({ DATABASE_URL: url, LEASE_SECONDS: '2' });
  await node.start();
  const truth = await openCheckerDatabase(url);
  await noteStaleWrites(truth);
  const most = crashes * messagesPerStep * maxSteps;
  const options = { companies: 1, connections: 1, customers: 2, inbound: most / 2, outbound: most / 2 };
  const traffic = await openTraffic([node.url], randomFrom(`${seed}/traffic`), options);
  const running = traffic.run();
  running.catch(() => undefined);
  await node.kill();
  let allowed = 0;

  /** A stretch of messages, all the way: only then has each part of the path been passed once more. */
  async function stretchThrough(isOver: () => boolean): Promise<void> {
    allowed += messagesPerStep;
    traffic.allow(allowed);
    await traffic.reach(allowed);
    await until('the stretch is through', async () => isOver() || (await isQuiet(truth)), 120);
  }

  return {
    node,
    truth,
    async run({ point, nth }) {
      node.launch({ CRASH_AT: `${point}#${nth}` });
      let over = false;
      const ending = node.ended().then((how) => {
        over = true;
        return how;
      });
      for (let stretches = 0; !over; stretches += 1) {
        if (stretches === maxSteps) throw new Error(`${point} was never passed ${nth} times`);
        await Promise.race([ending, running, stretchThrough(() => over)]);
      }
      return ending;
    },
    async settle() {
      await node.start();
      await Promise.race([traffic.reach(allowed), running]);
      return check(traffic.ledger, [node.url], truth);
    },
    look: () => check(traffic.ledger, [node.url], truth, { quietSeconds: 0, hearSeconds: 0 }),
    messages: () => allowed,
    async close() {
      await traffic.close();
      await truth.close();
    },
  };
}

async function isQuiet(truth: CheckerDatabase): Promise<boolean> {
  const [row] = await truth.rows<{ quiet: boolean }>(
    'select not exists (select from simulator_frames) and not exists (select from inbox) and not exists (select from outbox) as quiet',
  );
  return row?.quiet === true;
}

import type { ChannelLine } from './channel-line.ts';
import { type ChannelFindings, openChannelTraffic } from './channel-traffic.ts';
import { noteStaleWrites, staleWrites } from './checker-database.ts';
import type { Random } from './random.ts';
import { until } from './waiting.ts';

export type TakeoverFindings = ChannelFindings & {
  /** From the owner's stop until the other node holds the connection, in milliseconds. */
  takenMs: number[];
  /** Written in the time of the next holder. */
  stale: string[];
  /** Logins at the network beyond one for each time the connection changed hands: a node that fights for a socket it has lost. */
  fights: number;
};

/** Stops whoever holds the connection past its lease and wakes it when the other one has it, so many times, while both sides write. */
export async function takeOver(line: ChannelLine, random: Random, takeovers: number): Promise<TakeoverFindings> {
  const [first, second] = line.nodes;
  if (!second) throw new Error('there is nobody to take over');
  await noteStaleWrites(line.truth);
  const holder = async () => {
    const lease = await leaseOf(line);
    return lease.held ? lease.owner : undefined;
  };
  const takenMs: number[] = [];
  const traffic = openChannelTraffic(line, random);
  const moment = random.fork('takeovers');
  const before = { logins: line.logins?.() ?? 0, epoch: (await leaseOf(line)).epoch };
  const firstName = await until('somebody holds the connection', holder);
  for (let taken = 0; taken < takeovers; taken += 1) {
    await traffic.pass(1 + moment.below(4));
    const name = await until('somebody holds the connection', holder);
    const stopped = name === firstName ? first : second;
    const begun = performance.now();
    stopped.pause();
    await until('the other node holds the connection', async () => {
      const now = await holder();
      return now !== undefined && now !== name;
    });
    takenMs.push(performance.now() - begun);
    // What the new holder can do it does before the old one wakes.
    if (moment.chance(0.5)) await traffic.pass(2);
    stopped.resume();
  }
  const findings = await traffic.end();
  const hands = (await leaseOf(line)).epoch - before.epoch;
  const fights = Math.max(0, (line.logins?.() ?? 0) - before.logins - hands);
  return { ...findings, takenMs, stale: await staleWrites(line.truth), fights };
}

async function leaseOf({ truth }: ChannelLine): Promise<{ owner: string; held: boolean; epoch: number }> {
  const [lease] = await truth.rows<{ owner: string; held: boolean; epoch: number }>(
    'select owner, expires_at > clock_timestamp() as held, epoch::int as epoch from connection_leases order by connection_id',
  );
  return lease ?? { owner: '', held: false, epoch: 0 };
}

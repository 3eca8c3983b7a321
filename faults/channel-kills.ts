import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelLine } from './channel-line.ts';
import { type ChannelFindings, openChannelTraffic } from './channel-traffic.ts';
import type { Random } from './random.ts';

/** Kills the server that runs a channel so many times, between random steps, while both sides write. */
export async function killUnderTraffic(line: ChannelLine, random: Random, kills: number): Promise<ChannelFindings> {
  const [node] = line.nodes;
  const traffic = openChannelTraffic(line, random);
  const moment = random.fork('kills');
  for (let killed = 0; killed < kills; killed += 1) {
    await traffic.pass(1 + moment.below(6));
    await sleep(moment.below(60));
    await node.kill();
    node.launch();
  }
  await node.ready();
  return traffic.end();
}

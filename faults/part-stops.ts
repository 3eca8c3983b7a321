import { isClean, table } from './checker.ts';
import type { PartContext } from './parts.ts';
import { stopRepeatedly } from './stops.ts';
import { percentile } from './storm.ts';

const drainMs = 10_000;
const readyWithinMs = 5_000;
const heldWithinMs = 5_000;

/** Stops by SIGTERM under traffic: `only=stops stops=50`. */
export async function stopsPart({ supervisor, seed, count }: PartContext): Promise<boolean> {
  const options = {
    companies: 2,
    connections: 2,
    customers: 6,
    inbound: count('inbound', 2_000),
    outbound: count('outbound', 400),
    pictures: count('pictures', 20),
    stops: count('stops', 50),
  };
  const { findings, figures } = await stopRepeatedly(supervisor, seed, options, console.log);
  const { stopMs, startMs, leaseMs, badExits, orphans } = figures;
  const spread = (values: number[]) => `p50 ${Math.round(percentile(values, 0.5))} ms, longest ${Math.round(Math.max(...values))} ms`;
  console.log(
    [
      '',
      `stops by SIGTERM          ${stopMs.length}, ` +
        `not with exit 0: ${badExits.length}${badExits.length > 0 ? ` (${badExits.join(', ')})` : ''}`,
      `time to stop              ${spread(stopMs)} (allowed ${drainMs})`,
      `PostgreSQL left behind    ${orphans}`,
      `next start to ready       ${spread(startMs)} (allowed ${readyWithinMs})`,
      `ready to leases held      ${spread(leaseMs)}`,
      '',
      table(findings),
    ].join('\n'),
  );
  const inTime = Math.max(...stopMs) <= drainMs && Math.max(...startMs) <= readyWithinMs && Math.max(...leaseMs) <= heldWithinMs;
  if (!inTime) console.log('\nsome took LONGER than allowed');
  return isClean(findings) && badExits.length === 0 && orphans === 0 && inTime;
}

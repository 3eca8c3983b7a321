import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Databases } from './database.ts';
import { rowsFrom } from './rows.ts';

const NowRow = z.object({ now: z.number() });

const measureInterval = 60_000;
const samples = 3;
/** Clock difference above which the machine's clock is ignored; it is used again below half of it. */
const tolerated = 2_000;

type Options = { databases: Databases; log: Logger; clock: Clock; machine?: () => number };

/**
 * The time that all nodes agree on. A machine whose clock is off from the database's would put what it stores before or after what
 * others store: it says so, and tells the database's time from then on.
 */
export async function openDatabaseClock({ databases, log, clock, machine = Date.now }: Options) {
  let correction = 0;
  const measure = async () => {
    const ahead = await aheadBy(databases, machine);
    const wrong = Math.abs(ahead) > (correction === 0 ? tolerated : tolerated / 2);
    if (wrong && correction === 0)
      log.warn(
        { aheadSeconds: ahead / 1000 },
        `this machine's clock is ${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's, ` +
          'whose time is used: set it right',
      );
    if (!wrong && correction !== 0) log.info(`this machine's clock is right again`);
    correction = wrong ? ahead : 0;
  };
  await measure();
  // While the database is unavailable, the last measurement is used.
  const timer = setInterval(() => void measure().catch(() => undefined), measureInterval);
  timer.unref();
  const corrected: Clock = () => (correction === 0 ? clock() : new Date(clock().getTime() - correction));
  return { clock: corrected, measure, close: async () => clearInterval(timer) };
}

/** By the quickest of some answers: the error is at most half the time that it took. */
async function aheadBy(databases: Databases, machine: () => number): Promise<number> {
  let best = { took: Number.POSITIVE_INFINITY, ahead: 0 };
  for (let sample = 0; sample < samples; sample += 1) {
    const asked = machine();
    const rows = await rowsFrom(databases.platform, NowRow, 'select extract(epoch from clock_timestamp())::float8 * 1000 as now');
    const heard = machine();
    if (heard - asked < best.took) best = { took: heard - asked, ahead: (asked + heard) / 2 - (rows[0]?.now ?? asked) };
  }
  return best.ahead;
}

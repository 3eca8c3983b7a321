import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const lowered = 10;
/** Who is not root may change one session in a tenth of a second: of several that try together each gets its turn. */
const attempts = 20;
const pause = 150;

/**
 * Lets other processes of the machine go first. Linux may share the processor out by sessions (`autogroup`): then the nice value counts
 * among the processes of one session only, and the session has one of its own. So `pid` has to lead a session, as each process of
 * PostgreSQL does. Where it is not ours to say, everything stays as it is.
 */
export async function lowerPriority(pid: number): Promise<void> {
  try {
    setPriority(pid, lowered);
  } catch {
    return;
  }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const error: unknown = await writeFile(`/proc/${pid}/autogroup`, String(lowered)).catch((caught: unknown) => caught);
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
    await sleep(pause, undefined, { ref: false });
  }
}

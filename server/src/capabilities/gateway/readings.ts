import type { Features } from '../../channels/features.ts';
import type { Session } from '../../channels/port.ts';
import type { Platform } from '../../platform/database/scope.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { HeldLease } from '../connections/leases.ts';
import { forgetReadMarks, type ReadMark, readMarks } from '../messages/read-marks.actions.ts';

const patience = 30_000;
/** A channel that could not be told is left alone for a while. */
const restFor = 10_000;

/**
 * Tells the channel what was read here, until it has heard it: the marks are read in a scope, told outside, and forgotten in another.
 * After a crash in between they are told once more, which changes nothing. A provider that knows no such thing has them forgotten.
 */
export function openReadings(platform: Platform, held: HeldLease, session: Session, features: Features): { wake(): void } {
  let working = false;
  let again = false;
  let restUntil = 0;

  async function tell(mark: ReadMark): Promise<ReadMark | undefined> {
    try {
      if (features.has('markRead')) await withTimeout(session.markRead(mark), patience, 'the provider did not answer');
      return mark;
    } catch (error) {
      platform.log.warn({ err: error, connectionId: held.connectionId }, 'the channel was not told what was read, and will be');
      return undefined;
    }
  }

  async function work(): Promise<void> {
    for (let all = true; all && session.isOpen(); ) {
      const marks = await readMarks(platform, held);
      if (marks.length === 0) return;
      const told: ReadMark[] = [];
      for (const mark of marks) {
        const done = await tell(mark);
        if (done) told.push(done);
      }
      if (told.length > 0) await forgetReadMarks(platform, held, told);
      all = told.length === marks.length;
      if (!all) restUntil = performance.now() + restFor;
    }
  }

  function wake(): void {
    again = working;
    if (working || performance.now() < restUntil) return;
    working = true;
    void work()
      .catch((error: unknown) => platform.log.warn({ err: error, connectionId: held.connectionId }, 'what was read will be told later'))
      .finally(() => {
        working = false;
        if (again) wake();
      });
  }
  return { wake };
}

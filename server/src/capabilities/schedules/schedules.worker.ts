import type { Platform } from '../../platform/database/scope.ts';
import { resumeContext } from '../../platform/work-context.ts';
import { findDueCompanies, sendNext } from './schedule-sending.actions.ts';

const pollInterval = 1_000;
/** Companies that are served at the same time, and how many of one in a row. */
const places = 4;
const inARow = 20;

/** Sends schedules when their time has come. Any number of nodes may look: each schedule is sent by one of them. */
export function startSchedules(platform: Platform): { stop(): Promise<void> } {
  const waiting = new Set<number>();
  const running = new Map<number, Promise<void>>();
  let looking: Promise<void> | undefined;
  let stopping = false;

  function next(): void {
    for (const companyId of waiting) {
      if (stopping || running.size >= places) return;
      if (running.has(companyId)) continue;
      waiting.delete(companyId);
      const turn = resumeContext({ work: 'schedules', companyId }, () => serve(companyId))
        .catch((error: unknown) => {
          if (!stopping) platform.log.warn({ err: error }, 'schedules will be looked at again');
        })
        .finally(() => {
          running.delete(companyId);
          next();
        });
      running.set(companyId, turn);
    }
  }
  async function serve(companyId: number): Promise<void> {
    for (let sent = 0; sent < inARow; sent += 1) if (stopping || !(await sendNext(platform, companyId))) return;
    // There may be more: after the others.
    waiting.add(companyId);
  }
  async function look(): Promise<void> {
    for (const companyId of await findDueCompanies(platform)) waiting.add(companyId);
    next();
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  }, pollInterval);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await looking;
      await Promise.all(running.values());
    },
  };
}

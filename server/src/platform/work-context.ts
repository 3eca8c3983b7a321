import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf the present work is done, by ids alone: every log line tells it (log.ts). */
export type WorkContext = { requestId?: string; companyId?: number; userId?: number; connectionId?: number; job?: string; work?: string };

const present = new AsyncLocalStorage<WorkContext>();

export const workContext = (): WorkContext | undefined => present.getStore();

/** Does some work within a context of its own, which knows what the one around it knows. */
export function inContext<T>(known: WorkContext, work: () => T): T {
  return present.run({ ...present.getStore(), ...known }, work);
}

/** Does some work within this very context: what is noted there is known to whoever comes back to it. */
export function resumeContext<T>(context: WorkContext, work: () => T): T {
  return present.run(context, work);
}

/** What has become known on the way, such as who calls: known until the present work ends. */
export function noteContext(known: WorkContext): void {
  const context = present.getStore();
  if (context) Object.assign(context, known);
}

/** Does some work on nobody's behalf: whoever only gave the hint for it has no part in it. */
export function outsideContext<T>(work: () => T): T {
  return present.exit(work);
}

/** What the present work is for: a request, a job, or a part of the server that works by itself. */
export function kindOfWork(): string {
  const { job, work, requestId } = present.getStore() ?? {};
  if (job !== undefined) return 'job';
  return work ?? (requestId === undefined ? 'other' : 'request');
}

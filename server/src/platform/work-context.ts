import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf the present work is done: every log line tells it (log.ts), but for the caller's IP address. */
export type WorkContext = {
  requestId?: string;
  companyId?: number;
  userId?: number;
  connectionId?: number;
  job?: string;
  work?: string;
  address?: string;
};

const present = new AsyncLocalStorage<WorkContext>();

export const workContext = (): WorkContext | undefined => present.getStore();

/** Runs work in a new context that inherits the current one. */
export function inContext<T>(known: WorkContext, work: () => T): T {
  return present.run({ ...present.getStore(), ...known }, work);
}

/** Runs work in this existing context. */
export function resumeContext<T>(context: WorkContext, work: () => T): T {
  return present.run(context, work);
}

/** Adds facts to the current context, such as the caller. */
export function addToContext(known: WorkContext): void {
  const context = present.getStore();
  if (context) Object.assign(context, known);
}

/** Runs work without a context: whoever triggered it is not its owner. */
export function outsideContext<T>(work: () => T): T {
  return present.exit(work);
}

/** What the present work is for: a request, a job, or a part of the server that works by itself. */
export function kindOfWork(): string {
  const { job, work, requestId } = present.getStore() ?? {};
  if (job !== undefined) return 'job';
  return work ?? (requestId === undefined ? 'other' : 'request');
}

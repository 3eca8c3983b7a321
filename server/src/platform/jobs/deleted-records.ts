import { z } from 'zod';
import { inScope, type Scope } from '../database/scope.ts';
import { defineJob, enqueue, type Job } from './jobs.ts';

/** How long what was deleted may be brought back. A screen offers it for some seconds; a slow line has the rest. */
const restoreSeconds = 60;

/** What was deleted since then may be brought back at this moment. */
export const restorableSince = (now: Date): string => new Date(now.getTime() - restoreSeconds * 1000).toISOString();

type Forgetting = { job: Job; soon: (scope: Scope) => Promise<void> };

/** What was deleted is kept aside for a while and then forgotten, by a job that whoever deletes something asks for. */
export function forgetDeleted(name: string, forget: (scope: Scope, before: string) => Promise<unknown>): Forgetting {
  const job = defineJob(name, z.object({}), async (platform, companyId) => {
    await inScope(platform, { companyId }, (scope) => forget(scope, restorableSince(scope.now)));
  });
  const soon = (scope: Scope) =>
    enqueue(scope, job, {}, { runAt: new Date(scope.now.getTime() + 2 * restoreSeconds * 1000), key: 'deleted' });
  return { job, soon };
}

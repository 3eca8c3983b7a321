import { type QueueInput, type QueueUpdate, queueLive } from '@prosa/contracts/queues';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { violatedConstraint } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { planLimit } from '../companies/companies.queries.ts';
import { countQueues } from './queues.queries.ts';
import { queues } from './queues.table.ts';

export async function createQueue(scope: Scope, input: z.output<typeof QueueInput>) {
  const limit = await planLimit(scope, 'queues');
  if ((await countQueues(scope)) >= limit) refuse('ERR_PLAN_LIMIT', { limit });
  const [queue] = await scope.tx.insert(queues).values(input).returning().catch(refuseDuplicate);
  if (!queue) throw new Error('no queue was created');
  scope.emit(queueLive, { action: 'create', queue }, everybody);
  return queue;
}

export async function updateQueue(scope: Scope, id: number, input: z.output<typeof QueueUpdate>) {
  const [queue] = await scope.tx
    .update(queues)
    .set({ ...input, updatedAt: scope.now })
    .where(eq(queues.id, id))
    .returning()
    .catch(refuseDuplicate);
  if (!queue) refuse('ERR_NO_QUEUE_FOUND');
  scope.emit(queueLive, { action: 'update', queue }, everybody);
  return queue;
}

/** What else has to know of a queue that is about to be removed: handed in, since this capability does not know it. */
export type BeforeRemoval = (scope: Scope, queueId: number) => Promise<void>;

/** Its tickets stay and lose their queue. */
export async function removeQueue(scope: Scope, id: number, before: BeforeRemoval) {
  await before(scope, id);
  const removed = await scope.tx.delete(queues).where(eq(queues.id, id)).returning({ id: queues.id });
  if (removed.length === 0) refuse('ERR_NO_QUEUE_FOUND');
  scope.wake('rights');
  scope.emit(queueLive, { action: 'delete', queueId: id }, everybody);
}

function refuseDuplicate(error: unknown): never {
  if (violatedConstraint(error) === 'queues_name') refuse('ERR_QUEUE_NAME_ALREADY_EXISTS');
  if (violatedConstraint(error) === 'queues_color') refuse('ERR_QUEUE_COLOR_ALREADY_EXISTS');
  throw error;
}

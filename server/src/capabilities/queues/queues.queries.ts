import { asc, count, eq, inArray } from 'drizzle-orm';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { queues } from './queues.table.ts';

export async function listQueues(scope: Scope) {
  return scope.tx.select().from(queues).orderBy(asc(queues.name), asc(queues.id));
}

export async function findQueue(scope: Scope, id: number) {
  const [queue] = await scope.tx.select().from(queues).where(eq(queues.id, id));
  return queue;
}

export async function countQueues(scope: Scope) {
  const [row] = await scope.tx.select({ count: count() }).from(queues);
  return row?.count ?? 0;
}

/** Refuses unless all ids are queues of the company. */
export async function assertQueuesExist(scope: Scope, ids: number[]): Promise<void> {
  const asked = new Set(ids);
  if (asked.size === 0) return;
  const found = await scope.tx
    .select({ id: queues.id })
    .from(queues)
    .where(inArray(queues.id, [...asked]));
  if (found.length < asked.size) refuse('ERR_NO_QUEUE_FOUND');
}

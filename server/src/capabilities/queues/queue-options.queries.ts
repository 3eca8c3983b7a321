import { queueOptionTypes } from '@prosa/contracts/queue-options';
import { eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type OptionRow, treeOf } from './queue-options.rules.ts';
import { queueOptions, queues } from './queues.table.ts';

const Stored = z.object({
  id: z.int().nullable(),
  title: z.string().nullable(),
  message: z.string().nullable(),
  option: z.int().nullable(),
  type: z.enum(queueOptionTypes).nullable(),
  queueId: z.int(),
  parentId: z.int().nullable(),
});

/** A queue without options is one row of nothing, so that it can be told from one that is not there. */
export const optionsOf = (queueId: number): SQL => sql`
  select o.id, o.title, o.message, o.option, o.type, q.id as "queueId", o.parent_id as "parentId"
  from queues q
  left join queue_options o on o.company_id = q.company_id and o.queue_id = q.id
  where q.id = ${queueId}
  order by o.parent_id nulls first, o.option, o.id`;

/** All options of a queue. */
export async function listOptions(scope: Pick<Scope, 'tx'>, queueId: number): Promise<OptionRow[]> {
  const rows = await rowsOf(scope.tx, Stored, optionsOf(queueId));
  if (rows.length === 0) refuse('ERR_NO_QUEUE_FOUND');
  return rows.flatMap(({ id, title, message, option, type, ...rest }) =>
    id === null || title === null || message === null || option === null || type === null
      ? []
      : { id, title, message, option, type, ...rest },
  );
}

/** The options below one, or of the top, each with all that is below it. */
export async function optionTree(scope: Scope, queueId: number, parentId: number | null) {
  const rows = await listOptions(scope, queueId);
  if (parentId !== null && !rows.some(({ id }) => id === parentId)) refuse('ERR_NO_QUEUEOPTION_FOUND');
  return treeOf(rows, parentId);
}

/** The queue, held until the end of the transaction: whoever else changes its options waits. */
export async function lockQueue(scope: Scope, id: number) {
  const [queue] = await scope.tx.select().from(queues).where(eq(queues.id, id)).for('update');
  return queue ?? refuse('ERR_NO_QUEUE_FOUND');
}

/** The queue of an option, held in the same way. */
export async function lockQueueOf(scope: Scope, optionId: number) {
  const [found] = await scope.tx
    .select({ queue: queues })
    .from(queueOptions)
    .innerJoin(queues, eq(queues.id, queueOptions.queueId))
    .where(eq(queueOptions.id, optionId))
    .for('update', { of: queues });
  return found?.queue ?? refuse('ERR_NO_QUEUEOPTION_FOUND');
}

import type { QueueOption, QueueOptionInput, QueueOptionUpdate } from '@prosa/contracts/queue-options';
import { type Queue, queueLive } from '@prosa/contracts/queues';
import { eq, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { listOptions, lockQueue, lockQueueOf } from './queue-options.queries.ts';
import { type Fault, type Placed, placeInOrder, placeMoved, placeNew, placeWithout, treeOf, withPlaces } from './queue-options.rules.ts';
import { queueOptions } from './queues.table.ts';

/** Siblings make room in the statement that adds it. */
export async function createOption(scope: Scope, input: z.output<typeof QueueOptionInput>): Promise<QueueOption> {
  const { queueId, parentId, title, message, type, option: wanted } = input;
  const queue = await lockQueue(scope, queueId);
  const place = placeNew(await listOptions(scope, queueId), { parentId, option: wanted });
  if (place.fault) refuseFor(place.fault);
  const { option, moved } = place;
  const [row] = await rowsOf(
    scope.tx,
    IdRow,
    sql`
      with moved as (${putInPlace(scope, moved)})
      insert into queue_options (queue_id, parent_id, option, title, message, type)
      values (${queueId}, ${parentId}, ${option}, ${title}, ${message}, ${type})
      returning id`,
  );
  if (!row) throw new Error('no option was created');
  tell(scope, queue);
  return { id: row.id, title, message, option, type, queueId, parentId, children: [] };
}

export async function updateOption(scope: Scope, id: number, input: z.output<typeof QueueOptionUpdate>): Promise<QueueOption> {
  const { title, message, type, parentId, option } = input;
  const queue = await lockQueueOf(scope, id);
  const rows = await listOptions(scope, queue.id);
  const place = placeMoved(rows, id, { parentId, option });
  if (place.fault) refuseFor(place.fault);
  if (place.moved.length > 0) await scope.tx.execute(putInPlace(scope, place.moved));
  const changes = { ...(title !== undefined && { title }), ...(message !== undefined && { message }), ...(type !== undefined && { type }) };
  if (Object.keys(changes).length > 0)
    await scope.tx
      .update(queueOptions)
      .set({ ...changes, updatedAt: scope.now })
      .where(eq(queueOptions.id, id));
  tell(scope, queue);
  const placed = withPlaces(rows, place.moved);
  const row = placed.find((one) => one.id === id) ?? refuse('ERR_NO_QUEUEOPTION_FOUND');
  return { ...row, ...changes, children: treeOf(placed, id) };
}

/** What is below it goes with it. */
export async function removeOption(scope: Scope, id: number): Promise<void> {
  const queue = await lockQueueOf(scope, id);
  const moved = placeWithout(await listOptions(scope, queue.id), id);
  const removed = await rowsOf(
    scope.tx,
    IdRow,
    sql`
      with moved as (${putInPlace(scope, moved)})
      delete from queue_options
      where company_id = current_company() and id = ${id}
      returning id`,
  );
  if (removed.length === 0) refuse('ERR_NO_QUEUEOPTION_FOUND');
  tell(scope, queue);
}

type Order = { queueId: number; parentId: number | null; ids: number[] };

export async function orderOptions(scope: Scope, { queueId, parentId, ids }: Order): Promise<QueueOption[]> {
  const queue = await lockQueue(scope, queueId);
  const rows = await listOptions(scope, queueId);
  const place = placeInOrder(rows, parentId, ids);
  if (place.fault) refuseFor(place.fault);
  if (place.moved.length > 0) await scope.tx.execute(putInPlace(scope, place.moved));
  tell(scope, queue);
  return treeOf(withPlaces(rows, place.moved), parentId);
}

const putInPlace = (scope: Scope, moved: readonly Placed[]): SQL => sql`
  update queue_options o
  set parent_id = p.parent_id, option = p.option, updated_at = ${scope.now.toISOString()}
  from unnest(
    ${sql.param(moved.map(({ id }) => id))}::int[],
    ${sql.param(moved.map(({ parentId }) => parentId))}::int[],
    ${sql.param(moved.map(({ option }) => option))}::int[]) as p (id, parent_id, option)
  where o.company_id = current_company() and o.id = p.id`;

/** Who edits the queue, or serves by its menu, hears that something about it changed. */
const tell = (scope: Scope, queue: Queue) => scope.emit(queueLive, { action: 'update', queue }, everybody);

function refuseFor(fault: Fault): never {
  if (fault === 'missing') refuse('ERR_NO_QUEUEOPTION_FOUND');
  refuse('ERR_VALIDATION', { details: [fault] });
}

import type { Frame } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { framesJson } from './frame-store.ts';

/**
 * Stores frames that came by a call to us, in the caller's transaction and by one statement. There is no lease to check: such a call
 * may reach any node, and who made it was known by its signature.
 */
export async function storeHookFrames(scope: Scope, connectionId: number, frames: Frame[]): Promise<void> {
  const given = framesJson(frames);
  await scope.tx.execute(sql`
    insert into inbox (connection_id, identity, frame)
    select ${connectionId}::int, f.item->>'identity', f.item->'frame'
    from jsonb_array_elements(${given}::jsonb) with ordinality as f(item, place)
    order by f.place
    on conflict do nothing`);
  scope.wake('inbox');
}

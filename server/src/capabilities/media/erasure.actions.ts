import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { heldBy } from './files.queries.ts';

const KeysRow = z.object({ keys: z.array(z.string()) });
const keysOf = sql`array_remove(array[md.key, md.thumbnail_key, md.playable_key], null) as keys`;

/**
 * Deletes those of the files that nothing holds any more, and returns how many. The bytes go before the row, so that a run that was
 * interrupted or that the storage refused finds the row again.
 */
export async function eraseFiles(platform: Platform, companyId: number, owners: FileOwner[], mediaIds: number[]): Promise<number> {
  const unheld = sql`md.company_id = current_company()
    and md.id = any(${sql.param(mediaIds)}::bigint[])
    and not ${heldBy(owners, sql`md.id`)}`;
  const find = () => inScope(platform, { companyId }, ({ tx }) => rowsOf(tx, KeysRow, sql`select ${keysOf} from media md where ${unheld}`));
  await removeAll(platform, await find());
  // A rendition may have been stored meanwhile.
  const gone = await inScope(platform, { companyId }, ({ tx }) =>
    rowsOf(tx, KeysRow, sql`delete from media md where ${unheld} returning ${keysOf}`),
  );
  await removeAll(platform, gone);
  return gone.length;
}

async function removeAll({ storage }: Platform, rows: Array<{ keys: string[] }>): Promise<void> {
  await Promise.all(rows.flatMap(({ keys }) => keys).map((key) => storage.remove(key)));
}

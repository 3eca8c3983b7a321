import { z } from 'zod';
import { unlessBackupRuns } from '../../platform/database/backup-lock.ts';
import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';
import { CompanyRow, rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform } from '../../platform/database/scope.ts';
import type { CronJob } from '../../platform/jobs/jobs.ts';
import { companyOfMediaKey } from '../../platform/storage/storage.ts';
import { heldBy } from './files.queries.ts';

const KeysRow = z.object({ keys: z.array(z.string()) });
const KeyRow = z.object({ key: z.string() });

const day = 24 * 60 * 60 * 1000;
const batchSize = 500;

/** The owners say which files are still held. */
export const mediaSweeps = (owners: FileOwner[]): CronJob[] => [
  {
    name: 'media.drop-orphans',
    pattern: '23 * * * *',
    weight: 'heavy',
    run: async (platform) => void (await unlessBackupRuns(platform, () => deleteOrphanedFiles(platform, owners))),
  },
  {
    name: 'media.sweep-unknown',
    pattern: '41 3 * * *',
    weight: 'heavy',
    run: async (platform) => void (await unlessBackupRuns(platform, async () => void (await deleteUnknownFiles(platform)))),
  },
];

/** Files whose owners are gone since a day go with their renditions; first the row, so that nobody is shown a file that is not there. */
export async function deleteOrphanedFiles(platform: Platform, owners: FileOwner[]): Promise<void> {
  const since = new Date(platform.clock().getTime() - day).toISOString();
  const companies = await acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(query, CompanyRow, 'select distinct company_id from media where orphaned_at < $1', [since]);
    return rows.map(({ company_id }) => company_id);
  });
  for (const companyId of companies) {
    const keys = await inScope(platform, { companyId }, async ({ tx }) => {
      const rows = await rowsOf(
        tx,
        KeysRow,
        sql`
        delete from media md where md.company_id = current_company() and md.orphaned_at < ${since}
          and not ${heldBy(owners, sql`md.id`)}
        returning array_remove(array[md.key, md.thumbnail_key, md.playable_key], null) as keys`,
      );
      return rows.flatMap((row) => row.keys);
    });
    for (const key of keys) await platform.storage.remove(key);
  }
}

/** Deletes files older than a day that no row references: left by failed requests, crashes and deleted companies. */
export async function deleteUnknownFiles(platform: Platform): Promise<number> {
  let swept = 0;
  let batch: string[] = [];
  const flush = async () => {
    for (const key of await findUnknown(platform, batch)) {
      await platform.storage.remove(key);
      swept += 1;
    }
    batch = [];
  };
  for await (const key of platform.storage.list(new Date(platform.clock().getTime() - day))) {
    batch.push(key);
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return swept;
}

async function findUnknown(platform: Platform, keys: string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (const companyId of new Set(keys.map(companyOfMediaKey))) {
    const own = keys.filter((key) => companyOfMediaKey(key) === companyId);
    await inScope(platform, { companyId }, async ({ tx }) => {
      const rows = await rowsOf(
        tx,
        KeyRow,
        sql`
        select k.key
        from unnest(${sql.param(own)}::text[]) as k(key)
        where not exists (select from media md where md.company_id = current_company() and md.key = k.key)
          and not exists (select from media md where md.company_id = current_company() and md.thumbnail_key = k.key)
          and not exists (select from media md where md.company_id = current_company() and md.playable_key = k.key)`,
      );
      unknown.push(...rows.map(({ key }) => key));
    });
  }
  return unknown;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { unlessBackupRuns } from '../../platform/database/backup-lock.ts';
import { sql } from '../../platform/database/database.ts';
import type { SuperUser } from '../../platform/database/on-company.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { jobSignal } from '../../platform/jobs/job-signal.ts';
import { onNamedCompany } from './company-admin.actions.ts';
import { childrenFirst } from './company-removal.rules.ts';

/** What other capabilities do at once when a company goes: sessions end, connections stop, nobody signs in any more. */
export type Retire = (scope: Scope) => Promise<void>;
/** Puts the job that takes everything away into the transaction. */
export type ScheduleRemoval = (scope: Scope) => Promise<void>;

const RemovedRow = z.object({ isPlatform: z.boolean(), name: z.string() });
/** The name, where it is sent along, has to be the company's: it was typed by whoever confirms. */
type Named = { id: number; name?: string | undefined };
const TableRow = z.object({ name: z.string(), pointsAt: z.array(z.string()) });

/** From this moment nobody reaches the company; its rows and files go in the background. The platform's own stays. */
export async function removeCompany(platform: Platform, who: SuperUser, { id, name }: Named, retire: Retire, schedule: ScheduleRemoval) {
  await onNamedCompany(platform, who, id, { action: 'companies.delete', object: `company ${id}` }, async (scope) => {
    const rows = await rowsOf(
      scope.tx,
      RemovedRow,
      sql`
      update companies set status = false, deleted_at = ${scope.now}
      where id = current_company()
      returning is_platform as "isPlatform", name`,
    );
    if (rows[0]?.isPlatform !== false) refuse('ERR_NO_PERMISSION');
    if (name !== undefined && name !== rows[0].name) refuse('ERR_VALIDATION', { details: [{ path: 'name', message: 'invalid' }] });
    await retire(scope);
    await schedule(scope);
  });
}

/** So many rows go in one transaction: some hundredths of a second. */
const rowsPerBatch = 500;
const filesAtOnce = 8;

/** Ends a run before its next step; what is left is for the next one. */
export class TimeIsUp extends Error {}

/**
 * Takes away what the company has: the rows of every table in small transactions, with as long a rest after each as it took, so that
 * others hardly notice; then the files; the company itself last. Every step can be repeated, so it goes on after a crash where it was.
 * `goOn` throws when it is to pause.
 */
export async function emptyCompany(platform: Platform, companyId: number, goOn: () => void): Promise<void> {
  if (!(await isBeingDeleted(platform, companyId))) return;
  const tables = await inScope(platform, { companyId }, deletableTables);
  // What was being done meanwhile, and what deleting itself notes down, is found by another look.
  for (let isEmpty = false; !isEmpty; ) {
    isEmpty = true;
    for (const table of tables) if ((await emptyTable(platform, companyId, table, goOn)) > 0) isEmpty = false;
  }
  const hasGone = await unlessBackupRuns(platform, () => deleteFiles(platform, companyId, goOn));
  if (!hasGone) throw new TimeIsUp('a backup runs');
  crashPoint('company.emptied');
  await inScope(platform, { companyId }, ({ tx }) => tx.execute(sql`select forget_company_jobs()`));
  await acrossCompanies(platform, (tx) => tx.execute(sql`delete from companies where id = ${companyId} and deleted_at is not null`));
}

function isBeingDeleted(platform: Platform, companyId: number): Promise<boolean> {
  return acrossCompanies(platform, async (tx) => {
    const rows = await rowsOf(tx, z.object({}), sql`select from companies where id = ${companyId} and deleted_at is not null`);
    return rows.length > 0;
  });
}

/** Every table with rows of companies that the application may delete, by the catalogue: a new one is there from its first day. */
async function deletableTables({ tx }: Scope): Promise<string[]> {
  const tables = await rowsOf(
    tx,
    TableRow,
    sql`
    select quote_ident(c.relname) as name,
      array(
        select distinct quote_ident(t.relname)
        from pg_constraint k
        join pg_class t on t.oid = k.confrelid
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as "pointsAt"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'delete')`,
  );
  return childrenFirst(tables);
}

async function emptyTable(platform: Platform, companyId: number, table: string, goOn: () => void): Promise<number> {
  let gone = 0;
  for (let batch = rowsPerBatch; batch === rowsPerBatch; gone += batch) {
    goOn();
    const began = performance.now();
    batch = await inScope(platform, { companyId }, async ({ tx }) => {
      // By an index, whatever is guessed of how many rows are whose.
      await tx.execute(sql`set local enable_seqscan = off`);
      const { rowCount } = await tx.execute(sql`
        delete from ${sql.raw(table)} where ctid = any(array(
          select ctid from ${sql.raw(table)} where company_id = current_company() limit ${rowsPerBatch}))`);
      return rowCount ?? 0;
    });
    if (batch === 0) break;
    crashPoint('company.rows-deleted');
    await rest(performance.now() - began);
  }
  return gone;
}

/** All that lies under the company's name in the storage, whether a row ever told of it or not. */
async function deleteFiles(platform: Platform, companyId: number, goOn: () => void): Promise<void> {
  const everything = new Date(8.64e15);
  let batch: string[] = [];
  const flush = async () => {
    goOn();
    await Promise.all(batch.map((key) => platform.storage.remove(key)));
    batch = [];
    crashPoint('company.file-deleted');
  };
  for await (const key of platform.storage.list(everything, companyId)) {
    batch.push(key);
    if (batch.length === filesAtOnce) await flush();
  }
  if (batch.length > 0) await flush();
}

const rest = (milliseconds: number) => sleep(Math.min(1_000, milliseconds), undefined, { signal: jobSignal() }).catch(() => undefined);

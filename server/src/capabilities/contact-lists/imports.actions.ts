import { sheetFile } from '@prosa/contracts/contact-lists';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Platform, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { Source } from '../../platform/fair-queue.ts';
import { discardUploads, type Upload } from '../../platform/http/uploads.ts';
import { insertItems, lockList, tellOfMany } from './contact-lists.actions.ts';
import { type Item, itemOf, type SheetRow } from './sheet.rules.ts';
import { readSheetApart } from './sheet-process.ts';

const BatchRow = z.object({ listId: z.int(), rows: z.array(z.tuple([z.int(), z.string(), z.string(), z.string()])) });

const rowsPerBatch = 1_000;
/** More rows that could not be taken in are only counted. */
const maxNamed = 1_000;

/** Nobody opens the file again: what is in it is stored next, or was refused. */
export async function readUploadedSheet(
  platform: Pick<Platform, 'storage'>,
  source: Source,
  upload: Upload | undefined,
): Promise<SheetRow[]> {
  if (!upload) refuse('ERR_VALIDATION', { details: [{ path: 'file', message: 'required' }] });
  try {
    if (!sheetFile.name.test(upload.fileName)) refuse('ERR_INVALID_SHEET');
    if (upload.size > sheetFile.maxBytes) refuse('ERR_TOO_LARGE');
    return await readSheetApart(source, async () => (await platform.storage.read(upload.key)).stream);
  } finally {
    await discardUploads(platform, [upload]);
  }
}

/** Its rows wait in batches, to be taken in by a job. */
export async function beginImport(scope: Scope, listId: number, rows: SheetRow[]): Promise<number> {
  await lockList(scope, listId);
  const [made] = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    insert into contact_list_imports (contact_list_id, total)
    values (${listId}, ${rows.length})
    returning id`,
  );
  if (!made) throw new Error('no import was begun');
  for (let from = 0; from < rows.length; from += rowsPerBatch)
    await scope.tx.execute(sql`
      insert into contact_list_import_batches (contact_list_import_id, place, rows)
      values (${made.id}, ${from}, ${JSON.stringify(rows.slice(from, from + rowsPerBatch))}::jsonb)`);
  return made.id;
}

/** The next batch becomes items and is forgotten, in one transaction. The list, or nothing when there is none left. */
export async function importBatch(scope: Scope, importId: number): Promise<number | undefined> {
  const [batch] = await rowsOf(
    scope.tx,
    BatchRow,
    sql`
    with next as materialized (
      select contact_list_import_id, place
      from contact_list_import_batches
      where company_id = current_company() and contact_list_import_id = ${importId}
      order by place
      limit 1
      for update)
    delete from contact_list_import_batches b
    using next n, contact_list_imports m
    where b.company_id = current_company()
      and b.contact_list_import_id = n.contact_list_import_id
      and b.place = n.place
      and m.company_id = current_company()
      and m.id = b.contact_list_import_id
    returning m.contact_list_id as "listId", b.rows`,
  );
  if (!batch) return undefined;
  const items: Array<Item & { line: number }> = [];
  const invalid: Array<{ line: number; reason: string }> = [];
  for (const row of batch.rows) {
    const item = itemOf(row);
    if (typeof item === 'string') invalid.push({ line: row[0], reason: item });
    else items.push({ ...item, line: row[0] });
  }
  const { ids, leftOut } = await insertItems(scope, batch.listId, items);
  invalid.push(...leftOut.flatMap((place) => (items[place] ? { line: items[place].line, reason: 'full' } : [])));
  invalid.sort((one, other) => one.line - other.line);
  await scope.tx.execute(sql`
    update contact_list_imports
    set imported = imported + ${ids.length}, duplicate = duplicate + ${items.length - ids.length - leftOut.length},
      skipped = skipped + ${invalid.length}, updated_at = ${scope.now.toISOString()},
      invalid = case when skipped < ${maxNamed} then invalid || ${JSON.stringify(invalid)}::jsonb else invalid end
    where company_id = current_company() and id = ${importId}`);
  return batch.listId;
}

/** False where it was finished before. */
export async function finishImport(scope: Scope, importId: number): Promise<void> {
  const [row] = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    update contact_list_imports
    set state = 'finished', updated_at = ${scope.now.toISOString()}
    where company_id = current_company() and id = ${importId} and state = 'running'
    returning contact_list_id as id`,
  );
  if (row) await tellOfMany(scope, row.id);
}

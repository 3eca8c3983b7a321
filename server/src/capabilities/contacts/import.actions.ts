import { setImmediate } from 'node:timers/promises';
import { Contact, contactLive, contactsImportLive } from '@prosa/contracts/contacts';
import { z } from 'zod';
import type { PhoneBookEntry } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Platform, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { discardUploads, type Upload } from '../../platform/http/uploads.ts';
import { everybody, rooms } from '../../platform/live/rooms.ts';
import { fullContactJson } from './contacts.queries.ts';
import { truncateName } from './contacts.rules.ts';
import { decodeText } from './csv.rules.ts';
import { type ContactRow, maxRows, type ParsedContacts, parseContactsWithPauses } from './import.rules.ts';

const KeptRow = z.object({ change: z.enum(['create', 'update']), contact: Contact });

const maxFileBytes = 2 * 2 ** 20;
const rowsPerBatch = 1_000;

/** What stands in a file of contacts. Nobody reads the file again: what was in it is stored next, or was refused. */
export async function readContactsFile(platform: Pick<Platform, 'storage'>, upload: Upload | undefined): Promise<ParsedContacts> {
  if (!upload) refuse('ERR_VALIDATION', { details: [{ path: 'file', message: 'required' }] });
  try {
    if (upload.size > maxFileBytes) refuse('ERR_TOO_LARGE');
    const { contacts, skipped } = await parseContactsWithPauses(decodeText(await bytesOf(platform, upload)), setImmediate);
    if (contacts.length + skipped.length > maxRows) refuse('ERR_TOO_LARGE');
    return { contacts, skipped };
  } finally {
    await discardUploads(platform, [upload]);
  }
}

/** Row by row: new numbers are made, known ones take what the file says. Twice the same file is once. */
export async function importContacts(scope: Scope, { contacts, skipped }: ParsedContacts) {
  const totals = { created: 0, updated: 0 };
  for (let from = 0; from < contacts.length; from += rowsPerBatch) {
    const kept = await upsertContacts(scope, contacts.slice(from, from + rowsPerBatch), true);
    totals.created += kept.created;
    totals.updated += kept.updated;
  }
  return { ...totals, skipped };
}

async function bytesOf({ storage }: Pick<Platform, 'storage'>, { key }: Upload): Promise<Buffer> {
  const { stream } = await storage.read(key);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Names of a phone book only fill in for bare numbers and never replace a name given by a user. */
export const storePhoneBook = (scope: Scope, entries: PhoneBookEntry[]) =>
  upsertContacts(
    scope,
    entries.map(({ name, number }) => ({ name: truncateName(name) || number, number, email: '' })),
    false,
  );

/** For duplicate numbers the last row wins. */
async function upsertContacts(scope: Scope, written: ContactRow[], overrides: boolean): Promise<{ created: number; updated: number }> {
  const last = [...new Map(written.map((each) => [each.number, each])).values()];
  const rows = await rowsOf(
    scope.tx,
    KeptRow,
    sql`
    with given as (
      select distinct on (number_key(g.number)) g.*
      from json_to_recordset(${JSON.stringify(last.map((each, place) => ({ ...each, place })))}) as g(place int,
        name text, number text, email text)
      order by number_key(g.number), g.place desc),
    kept as (
      insert into contacts as c (name, number, email)
      select name, number, email
      from given
      on conflict (company_id, number_key)
        do update set updated_at = ${scope.now.toISOString()},
          name = case when ${overrides} or c.name in (c.number, c.number_key) then excluded.name else c.name end,
          email = case when ${overrides} and excluded.email <> '' then excluded.email else c.email end
      where (${overrides} and (c.name <> excluded.name or excluded.email not in ('', c.email)))
        or (c.name in (c.number, c.number_key) and c.name <> excluded.name)
      returning c.*, c.xmax = 0 as is_new)
    select case when c.is_new then 'create' else 'update' end as change, ${fullContactJson} as contact
    from kept c
    order by c.id`,
  );
  for (const { change, contact } of rows) scope.emit(contactLive, { action: change, contact }, everybody);
  const created = rows.filter(({ change }) => change === 'create').length;
  return { created, updated: rows.length - created };
}

export function announceImport(scope: Scope, userId: number, message: z.input<typeof contactsImportLive.message>): void {
  scope.emit(contactsImportLive, message, { rooms: [rooms.user(userId)] });
}

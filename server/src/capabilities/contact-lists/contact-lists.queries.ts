import { ContactList, ContactListImport, ContactListItem, type contactListItemsApi } from '@prosa/contracts/contact-lists';
import type { InputOf, PageQuery } from '@prosa/contracts/kit';
import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/database/database.ts';
import { containsText, countOf, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const maxListed = 1_000;

const listColumns = sql`l.id, l.name, iso(l.created_at) as "createdAt", iso(l.updated_at) as "updatedAt",
  (
    select count(*)::int
    from contact_list_items i
    where i.company_id = current_company() and i.contact_list_id = l.id) as "contactsCount"`;
const itemColumns = sql`i.id, i.company_id as "companyId", i.contact_list_id as "contactListId", i.name, i.number, i.email,
  i.is_whatsapp_valid as "isWhatsappValid"`;

const readLists = ({ tx }: Scope, rest: SQL) =>
  rowsOf(tx, ContactList, sql`select ${listColumns} from contact_lists l where l.company_id = current_company() and ${rest}`);

const readItems = ({ tx }: Scope, rest: SQL) =>
  rowsOf(tx, ContactListItem, sql`select ${itemColumns} from contact_list_items i where i.company_id = current_company() and ${rest}`);

export async function listContactLists(scope: Scope, { searchParam, pageNumber }: PageQuery) {
  const which = searchParam === '' ? sql`true` : containsText(sql`l.name`, searchParam);
  const found = await readLists(scope, sql`${which} order by l.name, l.id limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`);
  const [counted] = await rowsOf(
    scope.tx,
    CountRow,
    sql`select count(*)::int as count from contact_lists l where l.company_id = current_company() and ${which}`,
  );
  const { items, hasMore } = pageOf(found);
  return { records: items, count: counted?.count ?? 0, hasMore };
}

export const listAllContactLists = (scope: Scope) => readLists(scope, sql`true order by l.name, l.id limit ${maxListed}`);

export async function getContactList(scope: Scope, id: number): Promise<ContactList> {
  const [list] = await readLists(scope, sql`l.id = ${id}`);
  return list ?? refuse('ERR_NO_CONTACTLIST_FOUND');
}

export async function listItems(scope: Scope, query: InputOf<typeof contactListItemsApi.list>['query']) {
  const { contactListId, searchParam, pageNumber, isWhatsappValid } = query;
  await getContactList(scope, contactListId);
  const conditions: SQL[] = [sql`i.contact_list_id = ${contactListId}`];
  if (isWhatsappValid !== undefined) conditions.push(sql`i.is_whatsapp_valid = ${isWhatsappValid === 'true'}`);
  if (searchParam !== '') conditions.push(sql`i.searchable like contains_pattern(${searchParam})`);
  const which = sql.join(conditions, sql` and `);
  const { items, hasMore } = pageOf(
    await readItems(scope, sql`${which} order by i.name, i.id limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE}`),
  );
  const rows = sql`contact_list_items i where i.company_id = current_company() and ${which}`;
  const count = await countOf(scope.tx, { items, hasMore, pageNumber }, searchParam !== '', rows);
  return { contacts: items, count, hasMore };
}

export const listEveryItem = (scope: Scope, listId: number): Promise<ContactListItem[]> =>
  readItems(scope, sql`i.contact_list_id = ${listId} order by i.name, i.id`);

export async function getItem(scope: Scope, id: number): Promise<ContactListItem> {
  const [item] = await readItems(scope, sql`i.id = ${id}`);
  return item ?? refuse('ERR_NO_CONTACTLISTITEM_FOUND');
}

export async function getImport(scope: Scope, listId: number, importId: number): Promise<ContactListImport> {
  await getContactList(scope, listId);
  const [found] = await rowsOf(
    scope.tx,
    ContactListImport,
    sql`
    select id, state, total, imported, duplicate, skipped, invalid
    from contact_list_imports
    where company_id = current_company() and contact_list_id = ${listId} and id = ${importId}`,
  );
  return found ?? refuse('ERR_NO_CONTACTLISTIMPORT_FOUND');
}

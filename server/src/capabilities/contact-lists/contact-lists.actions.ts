import {
  type ContactList,
  type ContactListInput,
  type ContactListItem,
  type ContactListItemInput,
  type ContactListItemUpdate,
  contactListItemLive,
  contactListItemsLive,
  contactListLive,
  contactListSize,
} from '@prosa/contracts/contact-lists';
import { z } from 'zod';
import { sql, violatedConstraint } from '../../platform/database/database.ts';
import { AnyRow, CountRow, IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { rooms } from '../../platform/live/rooms.ts';
import { findSettings } from '../settings/settings.queries.ts';
import { getContactList, getItem } from './contact-lists.queries.ts';
import type { Item } from './sheet.rules.ts';

const AddedRow = z.object({ ids: z.array(z.int()), leftOut: z.array(z.int()) });
/** So that no statement takes long, however many come. */
const peopleAtATime = 5_000;
const whoManages = { rooms: [rooms.can('contact-lists:manage')] };

/** Lists belong to campaigns: a company without them has no lists. */
export async function assertCampaignsEnabled(scope: Scope): Promise<void> {
  const { campaignsEnabled = 'true' } = await findSettings(scope, 'campaignsEnabled');
  if (campaignsEnabled !== 'true') refuse('ERR_NO_PERMISSION');
}

export async function createContactList(scope: Scope, { name }: z.output<typeof ContactListInput>): Promise<ContactList> {
  const [row] = await rowsOf(scope.tx, IdRow, sql`insert into contact_lists (name) values (${name}) returning id`);
  return tellOfList(scope, 'create', row?.id ?? refuse('ERR_NO_CONTACTLIST_FOUND'));
}

export async function updateContactList(scope: Scope, id: number, name: string | undefined): Promise<ContactList> {
  if (name !== undefined)
    await scope.tx.execute(sql`
      update contact_lists
      set name = ${name}, updated_at = ${scope.now.toISOString()}
      where company_id = current_company() and id = ${id}`);
  return tellOfList(scope, 'update', id);
}

export async function removeContactList(scope: Scope, id: number): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    AnyRow,
    sql`delete from contact_lists where company_id = current_company() and id = ${id} returning id`,
  );
  if (rows.length === 0) refuse('ERR_NO_CONTACTLIST_FOUND');
  scope.emit(contactListLive, { action: 'delete', id }, whoManages);
}

export async function createItem(scope: Scope, input: z.output<typeof ContactListItemInput>): Promise<ContactListItem> {
  const { contactListId } = input;
  const { ids, leftOut } = await insertItems(scope, contactListId, [input]);
  if (leftOut.length > 0) refuse('ERR_CONTACTLIST_FULL');
  const item = await getItem(scope, ids[0] ?? refuse('ERR_CONTACTLISTITEM_ALREADY_EXISTS'));
  await tellOfItem(scope, 'create', item);
  return item;
}

/** Another number is another phone: the channel is asked about it anew. */
export async function updateItem(scope: Scope, id: number, given: z.output<typeof ContactListItemUpdate>): Promise<ContactListItem> {
  const before = await getItem(scope, id);
  const { name = before.name, number = before.number, email = before.email } = given;
  const isNew = number !== before.number;
  await scope.tx
    .execute(sql`
      update contact_list_items
      set name = ${name}, number = ${number}, email = ${email}, updated_at = ${scope.now.toISOString()},
        is_whatsapp_valid = case when ${isNew} then null else is_whatsapp_valid end,
        check_at = case when ${isNew} then now() else check_at end,
        checks = case when ${isNew} then 0 else checks end
      where company_id = current_company() and id = ${id}`)
    .catch(refuseDuplicate);
  const item = await getItem(scope, id);
  await tellOfItem(scope, 'update', item);
  return item;
}

export async function removeItem(scope: Scope, id: number): Promise<void> {
  const { contactListId } = await getItem(scope, id);
  await scope.tx.execute(sql`delete from contact_list_items where company_id = current_company() and id = ${id}`);
  scope.emit(contactListItemLive, { action: 'delete', id }, whoManages);
  scope.emit(contactListItemsLive.at({ listId: contactListId }), { action: 'delete', id }, whoManages);
  await tellOfList(scope, 'update', contactListId);
}

type Wanted = { contactIds: number[]; tagId?: number | undefined; searchParam: string };

/**
 * Those named, or else those with the tag, or those that the search finds. Who is on the list stays as they are. Where not everybody has
 * room on it, nobody is added.
 */
export async function addContacts(scope: Scope, listId: number, wanted: Wanted): Promise<number> {
  await lockGrowingList(scope, listId);
  const room = await roomOn(scope, listId);
  const people = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    select c.id
    from contacts c
    where c.company_id = current_company()
      and not c.is_group
      and c.number ~ '^\\d{8,50}$'
      and not exists (
        select from contact_list_items i
        where i.company_id = current_company() and i.contact_list_id = ${listId} and i.number_key = c.number_key)
      and ${await which(scope, wanted)}
    order by c.name_key, c.id
    limit ${room + 1}`,
  );
  if (people.length > room) refuse('ERR_CONTACTLIST_FULL');
  let added = 0;
  for (let from = 0; from < people.length; from += peopleAtATime)
    added += await insertContacts(scope, listId, people.slice(from, from + peopleAtATime));
  if (added > 0) await tellOfMany(scope, listId);
  return added;
}

async function insertContacts({ tx }: Scope, listId: number, people: Array<z.output<typeof IdRow>>): Promise<number> {
  const rows = await rowsOf(
    tx,
    IdRow,
    sql`
    insert into contact_list_items (contact_list_id, name, number, email)
    select ${listId}, left(c.name, 50), c.number, left(c.email, 254)
    from contacts c
    where c.company_id = current_company() and c.id = any(${sql.param(people.map(({ id }) => id))}::int[])
    order by c.name_key, c.id
    on conflict do nothing
    returning id`,
  );
  return rows.length;
}

async function which(scope: Scope, { contactIds, tagId, searchParam }: Wanted) {
  if (tagId !== undefined) await assertTag(scope, tagId);
  if (contactIds.length > 0) {
    const ids = sql`c.id = any(${sql.param(contactIds)}::int[])`;
    const found = await rowsOf(scope.tx, IdRow, sql`select c.id from contacts c where c.company_id = current_company() and ${ids}`);
    if (found.length < new Set(contactIds).size) refuse('ERR_NO_CONTACT_FOUND');
    return ids;
  }
  if (tagId !== undefined) {
    return sql`c.id in (
      select t.contact_id
      from ticket_tags tt
      join tickets t on t.company_id = tt.company_id and t.id = tt.ticket_id
      where tt.company_id = current_company() and tt.tag_id = ${tagId})`;
  }
  if (searchParam === '') refuse('ERR_VALIDATION', { details: [{ path: 'searchParam', message: 'required' }] });
  return sql`c.id in (select find_contacts(${searchParam}, ${contactListSize + 1}))`;
}

async function assertTag({ tx }: Scope, id: number): Promise<void> {
  const found = await rowsOf(tx, IdRow, sql`select id from tags where company_id = current_company() and id = ${id}`);
  if (found.length === 0) refuse('ERR_NO_TAG_FOUND');
}

/** Adds who is not on the list yet, as long as it has room: their ids, and at which places those stood whom it had none for. */
export async function insertItems(scope: Scope, listId: number, items: Item[]): Promise<z.output<typeof AddedRow>> {
  await lockGrowingList(scope, listId);
  const given = items.map(({ name, number, email }, place) => ({ place, name, number, email }));
  const [row] = await rowsOf(
    scope.tx,
    AddedRow,
    sql`
    with others as (
      select distinct on (number_key(g.number)) g.*
      from json_to_recordset(${JSON.stringify(given)}) as g(place int, name text, number text, email text)
      where not exists (
        select from contact_list_items i
        where i.company_id = current_company() and i.contact_list_id = ${listId} and i.number_key = number_key(g.number))
      order by number_key(g.number), g.place),
    numbered as materialized (select o.*, row_number() over (order by o.place) <= ${await roomOn(scope, listId)} as fits from others o),
    added as (
      insert into contact_list_items (contact_list_id, name, number, email)
      select ${listId}, n.name, n.number, n.email
      from numbered n
      where n.fits
      order by n.place
      on conflict do nothing
      returning id)
    select array(select id from added order by id) as ids,
      array(select n.place from numbered n where not n.fits order by n.place) as "leftOut"`,
  );
  return row ?? { ids: [], leftOut: [] };
}

async function roomOn({ tx }: Scope, listId: number): Promise<number> {
  const [row] = await rowsOf(
    tx,
    CountRow,
    sql`
    select count(*)::int as count
    from contact_list_items
    where company_id = current_company() and contact_list_id = ${listId}`,
  );
  return Math.max(0, contactListSize - (row?.count ?? 0));
}

/** Whoever adds people to a list does so alone until the commit, so that what was counted stays true. */
async function lockGrowingList({ tx }: Scope, id: number): Promise<void> {
  const rows = await rowsOf(
    tx,
    IdRow,
    sql`select id from contact_lists where company_id = current_company() and id = ${id} for no key update`,
  );
  if (rows.length === 0) refuse('ERR_NO_CONTACTLIST_FOUND');
}

/** It is not removed before the commit. */
export async function lockList({ tx }: Scope, id: number): Promise<void> {
  const rows = await rowsOf(tx, IdRow, sql`select id from contact_lists where company_id = current_company() and id = ${id} for key share`);
  if (rows.length === 0) refuse('ERR_NO_CONTACTLIST_FOUND');
}

async function tellOfList(scope: Scope, action: 'create' | 'update', id: number): Promise<ContactList> {
  const record = await getContactList(scope, id);
  scope.emit(contactListLive, { action, record }, whoManages);
  return record;
}

async function tellOfItem(scope: Scope, action: 'create' | 'update', record: ContactListItem): Promise<void> {
  scope.emit(contactListItemLive, { action, record }, whoManages);
  scope.emit(contactListItemsLive.at({ listId: record.contactListId }), { action, record }, whoManages);
  if (action === 'create') await tellOfList(scope, 'update', record.contactListId);
}

export async function tellOfMany(scope: Scope, listId: number): Promise<void> {
  scope.emit(contactListItemsLive.at({ listId }), { action: 'reload' }, whoManages);
  await tellOfList(scope, 'update', listId);
}

function refuseDuplicate(error: unknown): never {
  if (violatedConstraint(error) === 'contact_list_items_number') refuse('ERR_CONTACTLISTITEM_ALREADY_EXISTS');
  throw error;
}

import { Contact } from '@prosa/contracts/contacts';
import type { PageQuery } from '@prosa/contracts/kit';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { forEachDetail } from './contacts.table.ts';

const ContactRow = z.object({ contact: Contact });
const NamedRow = Contact.pick({ id: true, name: true, number: true });
const ExportedRow = Contact.pick({ id: true, name: true, number: true, email: true });
export type ExportedContact = z.output<typeof ExportedRow>;

/** A contact as tickets and messages show it; for queries that call the contacts table `c`. */
export const contactJson = sql`json_build_object('id', c.id, 'name', c.name, 'number', c.number, 'email', c.email,
  'profilePicUrl', c.profile_pic_url)`;

/** A complete contact with its extra information; for queries that call the contacts table `c`. */
export const fullContactJson = sql`json_build_object('id', c.id, 'uuid', c.uuid, 'name', c.name, 'number', c.number,
  ${forEachDetail((field, column) => `'${field}', c.${column}`)},
  'profilePicUrl', c.profile_pic_url, 'isGroup', c.is_group, 'createdAt', iso(c.created_at), 'updatedAt', iso(c.updated_at),
  'extraInfo', coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'value', f.value) order by f.position, f.id)
    from contact_fields f where f.company_id = c.company_id and f.contact_id = c.id), '[]'))`;

/** Counting stops here; a larger list reports this number. */
const maxCounted = 10_000;
const maxListed = 10_000;

const pageOfIds = (search: string, pageNumber: number) => {
  const skip = (pageNumber - 1) * PAGE_SIZE;
  if (search !== '') return sql`select id from find_contacts(${search}, ${PAGE_SIZE + 1}, ${skip}) as id`;
  return sql`
    select id
    from contacts
    where company_id = current_company()
    order by name_key, id
    limit ${PAGE_SIZE + 1} offset ${skip}`;
};

/** One page ordered by name, with at most two statements whatever the size of the company. */
export async function listContacts(scope: Scope, { searchParam, pageNumber }: PageQuery) {
  const { items, hasMore } = pageOf(await readContacts(scope, sql`c.id in (${pageOfIds(searchParam, pageNumber)})`));
  // The total is known from the last page without counting.
  const isLast = !hasMore && (items.length > 0 || pageNumber === 1);
  const count = isLast ? (pageNumber - 1) * PAGE_SIZE + items.length : await countContacts(scope, searchParam);
  return { contacts: items, count, hasMore };
}

export async function countContacts(scope: Scope, search: string): Promise<number> {
  const rows = await rowsOf(
    scope.tx,
    CountRow,
    search === ''
      ? sql`select count(*)::int as count from contacts where company_id = current_company()`
      : sql`select count_contacts(${search}, ${maxCounted}) as count`,
  );
  return rows[0]?.count ?? 0;
}

export async function listAllContacts(scope: Scope, name: string) {
  const which = name === '' ? sql`` : sql` and id in (select find_contacts(${name}, ${maxListed}))`;
  const rows = await rowsOf(
    scope.tx,
    NamedRow,
    sql`
      select id, name, number
      from contacts
      where company_id = current_company()${which}
      order by name_key, id
      limit ${maxListed}`,
  );
  return rows;
}

async function readContacts(scope: Scope, which: SQL): Promise<Contact[]> {
  const rows = await rowsOf(
    scope.tx,
    ContactRow,
    sql`
      select ${fullContactJson} as contact
      from contacts c
      where c.company_id = current_company() and ${which}
      order by c.name_key, c.id`,
  );
  return rows.map(({ contact }) => contact);
}

export async function findContact(scope: Scope, id: number): Promise<Contact | undefined> {
  return (await readContacts(scope, sql`c.id = ${id}`))[0];
}

export const getContact = async (scope: Scope, id: number): Promise<Contact> =>
  (await findContact(scope, id)) ?? refuse('ERR_NO_CONTACT_FOUND');

export const findContacts = (scope: Scope, ids: number[]): Promise<Contact[]> =>
  readContacts(scope, sql`c.id = any(${sql.param(ids)}::int[])`);

/** The next contacts by id after the given one, to iterate over all contacts in batches. */
export async function listContactsAfter(scope: Scope, id: number, limit: number): Promise<ExportedContact[]> {
  const rows = await rowsOf(
    scope.tx,
    ExportedRow,
    sql`
      select id, name, number, email
      from contacts
      where company_id = current_company() and id > ${id}
      order by id
      limit ${limit}`,
  );
  return rows;
}

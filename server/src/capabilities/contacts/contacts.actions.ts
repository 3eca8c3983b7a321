import { type Contact, type ContactInput, type ContactUpdate, contactLive, detailsOf } from '@prosa/contracts/contacts';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Reachable } from '../../channels/port.ts';
import { sql, violatedConstraint } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { getContact } from './contacts.queries.ts';
import { contacts } from './contacts.table.ts';
import { beginErasure } from './erasures.actions.ts';

type ExtraInfo = z.output<typeof ContactInput>['extraInfo'];

/** Refuses a number only when the channel knows that it is not reachable. */
function refuseUnreachable(reachable: Reachable): void {
  if (reachable === 'no') refuse('ERR_WAPP_INVALID_CONTACT');
}

export async function createContact(scope: Scope, given: z.output<typeof ContactInput>, reachable: Reachable) {
  const { name, number, extraInfo } = given;
  refuseUnreachable(reachable);
  const values = { name, number, ...detailsOf(given) };
  const [row] = await scope.tx.insert(contacts).values(values).returning({ id: contacts.id }).catch(refuseDuplicate);
  if (!row) throw new Error('no contact was created');
  await replaceExtraInfo(scope, row.id, extraInfo);
  return announce(scope, row.id, 'create');
}

export async function isNewNumber(scope: Scope, id: number, number: string | undefined): Promise<boolean> {
  const before = await getContact(scope, id);
  return number !== undefined && number !== before.number;
}

/** Absent fields keep their value. After a change of number, messages from the old number belong to a new contact. */
export async function updateContact(
  scope: Scope,
  id: number,
  given: z.output<typeof ContactUpdate>,
  reachable: Reachable,
): Promise<Contact> {
  const { name, number, extraInfo } = given;
  const before = await getContact(scope, id);
  const isNew = number !== undefined && number !== before.number;
  if (isNew) refuseUnreachable(reachable);
  if (isNew && before.number !== '') await forgetNumber(scope, id, before.number);
  const set = { ...(name !== undefined && { name }), ...(isNew && { number }), ...detailsOf(given) };
  await scope.tx
    .update(contacts)
    .set({ ...set, updatedAt: scope.now })
    .where(eq(contacts.id, id))
    .catch(refuseDuplicate);
  if (extraInfo) await replaceExtraInfo(scope, id, extraInfo);
  return announce(scope, id, 'update');
}

async function forgetNumber(scope: Scope, id: number, number: string): Promise<void> {
  await scope.tx.execute(
    sql`
      delete from contact_identities
      where company_id = current_company() and contact_id = ${id} and number_key(address) = number_key(${number})`,
  );
}

/**
 * Deletes the contact with all its tickets and messages. Returns the id of the erasure that removes the rest of its data.
 */
export async function removeContact(scope: Scope, id: number, removeTickets: (id: number) => Promise<void>): Promise<number> {
  await getContact(scope, id);
  const erasureId = await beginErasure(scope, id);
  await removeTickets(id);
  await scope.tx.delete(contacts).where(eq(contacts.id, id));
  scope.emit(contactLive, { action: 'delete', contactId: id }, everybody);
  return erasureId;
}

/** Existing rows keep their ids; empty rows of the form are ignored. */
async function replaceExtraInfo(scope: Scope, contactId: number, extraInfo: ExtraInfo): Promise<void> {
  const given = extraInfo.filter(({ name, value }) => name !== '' || value !== '').map((each, position) => ({ ...each, position }));
  await scope.tx.execute(sql`
    with given as (
      select g.position, g.name, g.value, f.id
      from json_to_recordset(${JSON.stringify(given)}) as g(position int, id int, name text, value text)
      left join contact_fields f on f.company_id = current_company() and f.contact_id = ${contactId} and f.id = g.id),
    gone as (
      delete from contact_fields
      where company_id = current_company()
        and contact_id = ${contactId}
        and id not in (select id from given where id is not null)),
    kept as (
      update contact_fields f
      set position = g.position, name = g.name, value = g.value
      from given g
      where f.company_id = current_company() and f.id = g.id)
    insert into contact_fields (contact_id, position, name, value)
    select ${contactId}::int, position, name, value
    from given
    where id is null
    order by position`);
}

function refuseDuplicate(error: unknown): never {
  if (violatedConstraint(error) === 'contacts_number') refuse('ERR_DUPLICATED_CONTACT');
  throw error;
}

async function announce(scope: Scope, id: number, action: 'create' | 'update'): Promise<Contact> {
  const contact = await getContact(scope, id);
  scope.emit(contactLive, { action, contact }, everybody);
  return contact;
}

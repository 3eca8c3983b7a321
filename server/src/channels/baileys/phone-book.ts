import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { PhoneBookEntry, type Receiver } from '../port.ts';
import { numberIn } from './addresses.ts';

const EntryRow = z.object(PhoneBookEntry.shape);

export const readPhoneBook = (scope: Scope, connectionId: number): Promise<PhoneBookEntry[]> =>
  rowsOf(
    scope.tx,
    EntryRow,
    sql`
      select number, name
      from baileys_phone_book
      where company_id = current_company() and connection_id = ${connectionId}
      order by name, number`,
  );

/** The names that the company's phone has saved; what people call themselves comes with their messages. */
export async function rememberNames(
  receiver: Receiver,
  contacts: Array<{ id: string; phoneNumber?: string; name?: string }>,
): Promise<void> {
  const named = contacts.flatMap(({ id, phoneNumber, name }) => {
    const number = numberIn(id) ?? numberIn(phoneNumber);
    return number && name ? [{ number, name: name.slice(0, 200) }] : [];
  });
  const entries = [...new Map(named.map((entry) => [entry.number, entry])).values()];
  if (entries.length === 0) return;
  await receiver.whileHeld((scope) =>
    scope.tx.execute(sql`
      insert into baileys_phone_book (connection_id, number, name)
      select ${receiver.connectionId}, number, name
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (number text, name text)
      on conflict (company_id, connection_id, number) do update set name = excluded.name`),
  );
}

export async function forgetPhoneBook(scope: Scope, connectionId: number): Promise<void> {
  await scope.tx.execute(sql`delete from baileys_phone_book where company_id = current_company() and connection_id = ${connectionId}`);
}

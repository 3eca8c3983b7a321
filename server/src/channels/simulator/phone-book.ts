import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { type IdentityFrame, PhoneBookEntry, Reachable } from '../port.ts';

const NumberRow = z.object({ number: z.string() });
const PrivacyRow = z.object({ privacyId: z.string(), revealed: z.boolean() });
const ReachableRow = z.object({ answer: Reachable });

const newPrivacyId = () => `${randomInt(10 ** 7, 10 ** 8)}${randomInt(10 ** 6, 10 ** 7)}@lid`;

/** The address that a customer's frames carry: the number, or the privacy id it hides behind until it is revealed. */
export async function chatOf(scope: Scope, connectionId: number, number: string, hidden: boolean): Promise<string> {
  if (!hidden) return number;
  const { privacyId, revealed } = await privacyIdOf(scope, connectionId, number);
  return revealed ? number : privacyId;
}

/** The phone behind an address that the company writes to. */
export async function numberOf(scope: Scope, connectionId: number, chat: string): Promise<string> {
  if (!chat.endsWith('@lid')) return chat;
  const rows = await rowsOf(
    scope.tx,
    NumberRow,
    sql`
      select number
      from simulator_privacy_ids
      where company_id = current_company() and connection_id = ${connectionId} and privacy_id = ${chat}`,
  );
  return rows[0]?.number ?? chat;
}

/** Creates the frame that reveals the number of a privacy id. */
export async function reveal(scope: Scope, connectionId: number, number: string): Promise<IdentityFrame> {
  const { privacyId } = await privacyIdOf(scope, connectionId, number);
  await scope.tx.execute(
    sql`
      update simulator_privacy_ids
      set revealed = true
      where company_id = current_company() and connection_id = ${connectionId} and number = ${number}`,
  );
  return { kind: 'identity', privacyId, number };
}

/** One number has one privacy id on a network, for good. */
async function privacyIdOf(scope: Scope, connectionId: number, number: string) {
  const rows = await rowsOf(
    scope.tx,
    PrivacyRow,
    sql`
    insert into simulator_privacy_ids (connection_id, number, privacy_id)
    values (${connectionId}, ${number}, ${newPrivacyId()})
    on conflict (company_id, connection_id, number) do update set number = excluded.number
    returning privacy_id as "privacyId", revealed`,
  );
  return rows[0] ?? refuse('ERR_NO_WAPP_FOUND');
}

/** An entry replaces the one with the same number. */
export async function writePhoneBook(scope: Scope, connectionId: number, contacts: PhoneBookEntry[]): Promise<void> {
  await scope.tx.execute(sql`
    insert into simulator_phone_book (connection_id, number, name)
    select distinct on (g.number) ${connectionId}::int, g.number, g.name
    from json_to_recordset(${JSON.stringify(contacts)}) as g(number text, name text)
    on conflict (company_id, connection_id, number) do update set name = excluded.name`);
}

export async function readPhoneBook(scope: Scope, connectionId: number): Promise<PhoneBookEntry[]> {
  const rows = await rowsOf(
    scope.tx,
    PhoneBookEntry,
    sql`
      select number, name
      from simulator_phone_book
      where company_id = current_company() and connection_id = ${connectionId}
      order by number`,
  );
  return rows;
}

/** Unknown while the phone is not paired or offline. */
export async function isReachable(scope: Scope, connectionId: number, number: string): Promise<Reachable> {
  const rows = await rowsOf(
    scope.tx,
    ReachableRow,
    sql`
    select case
        when not n.paired or coalesce((n.faults->>'offline')::boolean, false) then 'unknown'
        when exists (
          select from jsonb_array_elements_text(coalesce(n.faults->'invalidNumbers', '[]')) as i(invalid)
          where number_key(i.invalid) = number_key(${number})) then 'no'
        else 'yes'
      end as answer
    from simulator_networks n
    where n.company_id = current_company() and n.connection_id = ${connectionId}`,
  );
  return rows[0]?.answer ?? 'unknown';
}

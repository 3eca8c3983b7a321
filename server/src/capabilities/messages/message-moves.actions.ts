import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { setSaid } from '../tickets/tickets.queries.ts';

const JoinedRow = z.object({ closed: z.int(), messageIds: z.array(z.int()) });
const LastRow = z.object({ lastMessageId: z.int() });

/** What was said in the tickets that end goes on in the kept ones. Answers which messages came from each. */
export async function joinMessages({ tx }: Scope, pairs: Array<{ kept: number; closed: number }>): Promise<Map<number, number[]>> {
  const rows = await rowsOf(
    tx,
    JoinedRow,
    sql`
    with moved as (
      update messages m set ticket_id = g.kept from json_to_recordset(${JSON.stringify(pairs)}) as g(kept int, closed int)
      where m.company_id = current_company() and m.ticket_id = g.closed returning m.id, g.closed)
    select closed, array_agg(id) as "messageIds" from moved group by 1`,
  );
  return new Map(rows.map(({ closed, messageIds }) => [closed, messageIds.map(Number)]));
}

/** Messages that were joined to another ticket go back to the one they were said in, and to its contact. */
export async function partMessages(
  { tx }: Scope,
  joined: Array<{ closed: number; messageIds: number[] }>,
  contactIds: number[],
): Promise<void> {
  await tx.execute(sql`
    update messages m set ticket_id = t.id, contact_id = t.contact_id
    from json_to_recordset(${JSON.stringify(joined)}) as g(closed int, "messageIds" json)
    join tickets t on t.company_id = current_company() and t.id = g.closed
    where m.company_id = current_company() and m.contact_id = any(${sql.param(contactIds)}::int[])
      and m.id in (select value::bigint from json_array_elements_text(g."messageIds"))`);
}

/** All that was said with one contact was said with another. Answers the newest message of both, to know later what came since. */
export async function giveMessages({ tx }: Scope, from: number, into: number): Promise<{ lastMessageId: number }> {
  const rows = await rowsOf(
    tx,
    LastRow,
    sql`
    with moved as (
      update messages
      set contact_id = ${into}
      where company_id = current_company() and contact_id = ${from})
    select coalesce(max(id), 0) as "lastMessageId"
    from messages
    where company_id = current_company() and contact_id in (${from}, ${into})`,
  );
  return rows[0] ?? { lastMessageId: 0 };
}

/** All that was said in these tickets was said with this contact. */
export async function giveMessagesOf({ tx }: Scope, ticketIds: number[], contactId: number): Promise<void> {
  if (ticketIds.length === 0) return;
  await tx.execute(sql`
    update messages set contact_id = ${contactId}
    where company_id = current_company() and ticket_id = any(${sql.param(ticketIds)}::int[])`);
}

/** What was sent to these addresses of a contact outside of all tickets was sent to another. */
export async function giveMessagesTo({ tx }: Scope, addresses: string[], from: number, to: number): Promise<void> {
  await tx.execute(sql`
    update messages
    set contact_id = ${to}
    where company_id = current_company()
      and contact_id = ${from}
      and ticket_id is null
      and chat = any(${sql.param(addresses)}::text[])`);
}

export type Home = { id: number; contactId: number; ticketId: number | undefined };

/** Each message goes to the ticket and the contact it belongs to. */
export async function placeMessages({ tx }: Scope, homes: Home[]): Promise<void> {
  await tx.execute(sql`
    update messages m set ticket_id = g."ticketId", contact_id = g."contactId"
    from json_to_recordset(${JSON.stringify(homes)}) as g(id bigint, "contactId" int, "ticketId" int)
    where m.company_id = current_company() and m.id = g.id`);
}

/** What tickets say of their messages, from the messages themselves. */
export async function recountTickets({ tx }: Scope, ticketIds: number[]): Promise<void> {
  if (ticketIds.length === 0) return;
  await tx.execute(sql`
    update tickets t
    set
      unread_messages = (
        select count(*)
        from messages m
        where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and not m.read),
      last_message = coalesce(
        (
          select case when m.is_deleted then '' else coalesce(nullif(m.body, ''), m.media_type, '') end
          from messages m
          where m.company_id = t.company_id and m.ticket_id = t.id
          order by m.created_at desc, m.id desc
          limit 1),
        ''),
      ${setSaid(sql`last_said(t.company_id, t.id)`)}
    where t.company_id = current_company() and t.id = any(${sql.param(ticketIds)}::int[])`);
}

import { z } from 'zod';
import type { Reading } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import type { HeldLease } from '../connections/leases.ts';

const ReadMarkRow = z.object({
  chat: z.string(),
  messages: z.array(z.object({ id: z.string(), participant: z.string() })),
  version: z.int(),
});
export type ReadMark = Reading & { version: number };

/** Of one conversation so many of the newest are told to the channel; phones take them for all before. */
const maxOfChat = 200;
const chatsAtOnce = 100;

/** What is about to be marked as read in a ticket is to be shown as read on the customer's phone. Said twice, it is once. */
export async function noteRead(scope: Scope, ticketId: number): Promise<void> {
  const { rowCount } = await scope.tx.execute(sql`
    insert into read_marks as r (connection_id, chat, messages)
    select connection_id, chat,
      jsonb_agg(jsonb_build_object('id', channel_id, 'participant', participant) order by id)
    from (
      select id, connection_id, chat, channel_id, participant
      from messages
      where company_id = current_company()
        and ticket_id = ${ticketId}
        and not read
        and not from_me
        and media_type is distinct from 'call_log'
      order by id desc
      limit ${maxOfChat}) as unread
    group by connection_id, chat
    on conflict (company_id, connection_id, chat)
      do update set version = r.version + 1,
        messages = case
          when jsonb_array_length(r.messages) + jsonb_array_length(excluded.messages) > ${maxOfChat} then excluded.messages
          else r.messages || excluded.messages
        end`);
  if (rowCount !== 0) scope.wake('reads');
}

/** What the channel of a connection has not been told yet. */
export function readMarks(platform: Platform, held: HeldLease): Promise<ReadMark[]> {
  return inScope(platform, held, ({ tx }) =>
    rowsOf(
      tx,
      ReadMarkRow,
      sql`
        select chat, messages, version
        from read_marks
        where company_id = current_company() and connection_id = ${held.connectionId}
        order by chat
        limit ${chatsAtOnce}`,
    ),
  );
}

/** The channel has been told; where more was read since, that is told next. */
export async function forgetReadMarks(platform: Platform, held: HeldLease, told: ReadMark[]): Promise<void> {
  const given = told.map(({ chat, version }) => ({ chat, version }));
  await inScope(platform, held, ({ tx }) =>
    tx.execute(sql`
      delete from read_marks r
      using json_to_recordset(${JSON.stringify(given)}) as g(chat text, version bigint)
      where r.company_id = current_company()
        and r.connection_id = ${held.connectionId}
        and r.chat = g.chat
        and r.version = g.version`),
  );
}

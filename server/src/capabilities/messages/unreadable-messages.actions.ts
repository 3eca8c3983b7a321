import type { MessageFrame } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { queueMediaWork } from '../media/media-work.queue.ts';
import { queueFetches } from './file-fetches.actions.ts';
import { updateLastMessages } from './last-message.actions.ts';
import { announceUpdates } from './message-arrival.actions.ts';
import { MessageWithTicket, messageWithTicketColumns, messageWithTicketJoins } from './messages.queries.ts';

type ReadMessage = { connectionId: number; frame: MessageFrame; body: string };

/**
 * Messages that could not be read when they came say what they say, where they stand; one that was edited meanwhile says what it was
 * edited to. Nothing else follows from them any more.
 */
export async function fillStandIns(scope: Scope, read: ReadMessage[]): Promise<void> {
  const given = read.map(({ connectionId, frame, body }) => ({
    connectionId,
    chat: frame.chat,
    fromMe: frame.fromMe,
    channelId: frame.id,
    participant: frame.participant,
    body,
    mediaType: frame.mediaType,
    mediaId: frame.mediaId,
    data: frame.data,
    quotedId: frame.quotedId,
  }));
  const rows = await rowsOf(
    scope.tx,
    MessageWithTicket,
    sql`
    with ${lockStandIns(given)},
    filled as (
      update messages m
      set body = case when m.edited_at is null then g.body else m.body end,
        media_type = g."mediaType", media_id = g."mediaId", data = nullif(g.data, 'null'),
        quoted_id = (
          select q.id
          from messages q
          where q.company_id = current_company()
            and q.connection_id = g."connectionId"
            and q.channel_id = g."quotedId"
            and q.contact_id + 0 = m.contact_id
          limit 1)
      from meant g
      where (select count(*) from held) >= 0
        and m.company_id = current_company()
        and m.id = any(array(select id from meant))
        and m.id = g.id
        and m.data ? 'unreadable'
      returning m.*, g.body as said_first),
    -- What the first edit took the place of is known now.
    reworded as (
      update message_edits e
      set before = f.said_first
      from filled f
      where e.company_id = current_company() and e.message_id = f.id and e.before_at is null)
    select ${messageWithTicketColumns} from filled m ${messageWithTicketJoins} order by m.id`,
  );
  announceUpdates(scope, rows);
  await updateLastMessages(
    scope,
    rows.map(({ message }) => message.id),
  );
  await queueFetches(scope, read);
  await queueMediaWork(
    scope,
    read.flatMap(({ frame }) => frame.mediaId ?? []),
  );
}

/** Which messages are `meant`, with what they say; their tickets are locked before them. */
const lockStandIns = (given: object[]) => sql`
  meant as materialized (
    select g.*, m.id, m.ticket_id
    from json_to_recordset(${JSON.stringify(given)}) as g("connectionId" int, chat text, "fromMe" boolean,
      "channelId" text, participant text, body text, "mediaType" text, "mediaId" bigint, data jsonb, "quotedId" text)
    cross join lateral (
      select m.id, m.ticket_id
      from messages m
      where m.company_id = current_company()
        and m.connection_id = g."connectionId"
        and m.chat = g.chat
        and m.from_me = g."fromMe"
        and m.channel_id = g."channelId"
        and m.participant = g.participant
      offset 0) m),
  locked as materialized (
    select t.id
    from tickets t
    where t.company_id = current_company() and t.id = any(array(select ticket_id from meant))
    order by t.id
    for update),
  held as materialized (
    select m.id
    from messages m
    where (select count(*) from locked) >= 0
      and m.company_id = current_company()
      and m.id = any(array(select id from meant))
    order by m.id
    for no key update)`;

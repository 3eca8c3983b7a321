import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { queueMediaWork } from '../media/media-work.queue.ts';
import { queueFetches } from './file-fetches.actions.ts';
import { type IncomingMessage, linkQuotes } from './message-arrival.actions.ts';
import { applyParkedChanges } from './message-changes.actions.ts';

const KeptRow = z.object({ id: z.int(), channelId: z.string(), isQuoting: z.boolean(), overtaken: z.boolean() });
export type HistoryMessage = Omit<IncomingMessage, 'ticketId'>;

/**
 * Stores what was said before the phone was linked. It lies in the contact's thread, behind the ticket of its time if there was one, is
 * read by all, belongs to no ticket, and nobody is told of it. Duplicates are skipped.
 */
export async function storeHistory(scope: Scope, placed: HistoryMessage[]): Promise<void> {
  const kept = await insertHistory(scope, placed);
  const quotedBy = new Map(placed.flatMap(({ frame }) => (frame.quotedId ? [[frame.id, frame.quotedId]] : [])));
  const blind = kept.flatMap(({ id, channelId, isQuoting }) => {
    const quotedId = isQuoting ? undefined : quotedBy.get(channelId);
    return quotedId === undefined ? [] : [{ id, quotedId }];
  });
  if (blind.length > 0) await linkQuotes(scope, blind);
  const overtaken = kept.filter((each) => each.overtaken).map(({ id }) => id);
  if (overtaken.length > 0) await applyParkedChanges(scope, overtaken);
  await queueFetches(scope, placed);
  await queueMediaWork(
    scope,
    placed.flatMap(({ frame }) => frame.mediaId ?? []),
  );
}

const givenRow = ({ frame, body, contactId, connectionId, sentAt }: HistoryMessage, place: number) => ({
  place,
  contactId,
  connectionId,
  sentAt,
  body,
  chat: frame.chat,
  fromMe: frame.fromMe,
  channelId: frame.id,
  participant: frame.participant,
  participantName: frame.participantName,
  mediaType: frame.mediaType,
  mediaId: frame.mediaId,
  data: frame.data,
  quotedId: frame.quotedId,
});

async function insertHistory(scope: Scope, placed: HistoryMessage[]): Promise<Array<z.output<typeof KeptRow>>> {
  const given = placed.map(givenRow);
  return rowsOf(
    scope.tx,
    KeptRow,
    sql`
    with given as (
      select *
      from json_to_recordset(${JSON.stringify(given)}) as g(place int, "contactId" int, "connectionId" int, chat text,
        "fromMe" boolean, "channelId" text, participant text, "participantName" text, body text, "mediaType" text,
        "mediaId" bigint, data jsonb, "quotedId" text, "sentAt" timestamptz)),
    kept as (
      insert into messages (ticket_id, after_ticket, connection_id, contact_id, chat, from_me, channel_id, participant,
        participant_name, origin, body, media_type, media_id, data, quoted_id, ack, read, created_at)
      select null,
        coalesce(
          (
            select max(t.id)
            from tickets t
            where t.company_id = current_company()
              and t.contact_id = g."contactId"
              and t.connection_id = g."connectionId"
              and t.created_at <= g."sentAt"),
          0),
        g."connectionId", g."contactId", g.chat, g."fromMe", g."channelId", g.participant,
        coalesce(g."participantName", ''),
        case when g."fromMe" then 'phone' else 'customer' end,
        g.body, g."mediaType", g."mediaId", nullif(g.data, 'null'),
        (
          select q.id
          from messages q
          where q.company_id = current_company()
            and q.connection_id = g."connectionId"
            and q.channel_id = g."quotedId"
            and q.contact_id + 0 = g."contactId"
          limit 1),
        case when g."fromMe" then 1 else 0 end, true, g."sentAt"
      from given g
      order by g.place
      on conflict do nothing
      returning *)
    select k.id, k.channel_id as "channelId", k.quoted_id is not null as "isQuoting",
      exists (
        select from parked_frames p
        where p.company_id = current_company()
          and p.connection_id = k.connection_id
          and p.channel_id = k.channel_id
          and p.from_me = k.from_me) as overtaken
    from kept k
    order by k.id`,
  );
}

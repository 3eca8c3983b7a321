import { randomBytes } from 'node:crypto';
import type { MediaType, Message, MessageData, Origin } from '@prosa/contracts/messages';
import type { TicketCard } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { keptRowsOf } from '../../platform/database/kept-scope.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import type { Media } from '../../platform/http/stored-files.ts';
import { queueMediaWork } from '../media/media-work.queue.ts';
import { setSaid } from '../tickets/tickets.queries.ts';
import type { TemplateUse } from './channel-templates.rules.ts';
import { askForPreviews } from './link-previews/link-previews.actions.ts';
import { mediaTypeGiven, messageJoins, messageJson, presentMessage, StoredMessage } from './messages.queries.ts';

const MessageRow = z.object({ message: StoredMessage, said: z.string().nullable() });

/** Ids look like those the channel gives to linked devices, and are chosen before the first attempt: a second one repeats the same. */
export const newChannelId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

/** Something waits to be sent over this connection. Whoever does not know which one wakes all of the company's (`outbox`). */
export const outboxTopic = (connectionId: number) => `outbox.${connectionId}`;

/** What an agent says, or the server by itself: then it has no user, and says why. */
export type OutgoingMessage = {
  body: string;
  userId: number | null;
  origin: Origin;
  why?: string;
  media?: Media | null;
  /** A file that was stored before, where only its id is known. */
  mediaId?: number;
  mediaType?: MediaType | null;
  data?: MessageData | null;
  quotedId?: number | null;
  /** Sent instead of the body, which is what it reads. */
  template?: TemplateUse;
};

/** Messages of a ticket, or of none: then they lie behind the contact's latest on the connection, at which they open. */
export type Sending = {
  ticketId: number | null;
  contactId: number;
  whatsappId: number;
  opensAt: TicketCard | null;
  outgoing: OutgoingMessage[];
};

const rowsOfSending = ({ ticketId, contactId, whatsappId, opensAt, outgoing }: Sending) =>
  outgoing.map(({ body, userId, origin, why, media, mediaId, mediaType, data, quotedId, template }) => ({
    ticketId,
    afterTicket: ticketId === null ? (opensAt?.id ?? 0) : 0,
    contactId,
    whatsappId,
    origin,
    why: why ?? null,
    channelId: newChannelId(),
    body,
    userId,
    mediaType: mediaType ?? media?.kind ?? null,
    mediaId: media?.id ?? mediaId ?? null,
    data: template ? { ...data, template } : (data ?? null),
    quotedId: quotedId ?? null,
  }));

/**
 * In one statement however many tickets they are of, which the caller has locked. Answers the messages of each sending, in its order, and
 * what each says without signature, where a person says it.
 */
export async function storeSendings(
  scope: Scope,
  sendings: Sending[],
): Promise<{ messages: Message[][]; said: Map<number, string>; at: string }> {
  const given = sendings.flatMap(rowsOfSending).map((row, place) => ({ place, ...row }));
  // Read under the tickets' locks, so that the order of times is the order of storing.
  const now = scope.platform.clock().toISOString();
  const rows = await keptRowsOf(scope, MessageRow, storeStatement(given, now));
  if (rows.some(({ message }, place) => message.quotedMsg === null && given[place]?.quotedId)) refuse('ERR_NO_MESSAGE_FOUND');
  await queueMediaWork(
    scope,
    given.flatMap(({ mediaId }) => mediaId ?? []),
  );
  await askForPreviews(
    scope,
    rows.map(({ message }) => message),
  );
  crashPoint('outbox.queued');
  for (const { whatsappId } of sendings) scope.wake(outboxTopic(whatsappId));
  let next = 0;
  const messages = sendings.map(({ outgoing, opensAt }) => {
    const first = next;
    next += outgoing.length;
    return rows.slice(first, next).map(({ message }) => presentMessage(scope, { message, ticket: opensAt }));
  });
  const said = rows.flatMap((row) => (row.said === null ? [] : [[row.message.id, row.said] as const]));
  return { messages, said: new Map(said), at: now };
}

/** What is `kept` waits to be sent, and what it comes to for each ticket. */
const queued = sql`
  queued as (
    insert into outbox (connection_id, message_id, chat)
    select connection_id, id, chat
    from kept
    order by id),
  latest as (
    select g."ticketId",
      (array_agg(coalesce(nullif(k.body, ''), k.media_type, '') order by g.place desc))[1] as last_message,
      (array_agg(k.said order by g.place desc) filter (where k.said is not null))[1] as said
    from given g
    join kept k on k.channel_id = g."channelId"
    where g."ticketId" is not null
    group by g."ticketId")`;

const storeStatement = (given: object[], at: string) => sql`
  with given as (
    select *
    from json_to_recordset(${JSON.stringify(given)}) as g(place int, "ticketId" int, "afterTicket" int,
      "contactId" int, "whatsappId" int, "channelId" text, body text, "userId" int, origin text, why text,
      "mediaType" text, "mediaId" bigint, data jsonb, "quotedId" bigint)),
  kept as (
    insert into messages (ticket_id, after_ticket, connection_id, contact_id, chat, from_me, channel_id, user_id,
      origin, why, body, media_type, media_id, data, quoted_id, read, created_at)
    select g."ticketId", g."afterTicket", g."whatsappId", g."contactId",
      contact_address(g."contactId", g."whatsappId"),
      true, g."channelId", g."userId", g.origin, g.why, g.body,
      ${mediaTypeGiven},
      g."mediaId", nullif(g.data, 'null'),
      (
        select q.id
        from messages q
        where q.company_id = current_company()
          and q.id = g."quotedId"
          and q.contact_id = g."contactId"
          and q.connection_id = g."whatsappId"),
      true, ${at}
    from given g
    order by g.place
    returning *,
      case
        when said_by_person(origin) then said_of(messages, (
          select u.name
          from users u
          where u.company_id = messages.company_id and u.id = messages.user_id))
      end as said),
  ${queued},
  noted as (
    update tickets t
    set last_message = l.last_message, ${setSaid(sql`coalesce(l.said, t.said)`)}, updated_at = ${at}
    from latest l
    where t.company_id = current_company() and t.id = any(array(select "ticketId" from latest)) and t.id = l."ticketId")
  select ${messageJson} as message, m.said->>'text' as said from kept m ${messageJoins} order by m.id`;

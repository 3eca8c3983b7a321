import { type Message, messageLive } from '@prosa/contracts/messages';
import { Ticket } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { MessageFrame, ReceiptFrame } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { keptRowsOf } from '../../platform/database/kept-scope.ts';
import { fixedSql } from '../../platform/database/kept-statements.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { setSaid, ticketJoins, ticketJson } from '../tickets/tickets.queries.ts';
import { inOrder } from './answer-places.rules.ts';
import {
  MessageWithTicket,
  mediaTypeGiven,
  messageJoins,
  messageJson,
  messageWithTicketColumns,
  messageWithTicketJoins,
  presentMessage,
  StoredMessage,
} from './messages.queries.ts';
import { claimedAnswer, queuedAnswers, type Reply } from './replies.ts';
import { hearersOf } from './sight.queries.ts';

const KeptRow = z.object({ message: StoredMessage, ticket: Ticket, overtaken: z.boolean(), outboxId: z.int().nullable() });

export type IncomingMessage = {
  frame: MessageFrame;
  body: string;
  ticketId: number;
  contactId: number;
  connectionId: number;
  sentAt: string;
};
/** `overtaken`: a change of the message arrived before it. `outboxId`: its sender beside us has claimed it. */
export type Kept = { message: Message; ticket: Ticket; overtaken: boolean; outboxId: number | null };

/**
 * Stores incoming messages, what is answered to them, and what both come to for their tickets, in one statement: to begin a statement of
 * this size takes longer than some more rows in it. Duplicates are skipped. Tickets are told as they stand after all of it.
 */
export async function storeMessages(scope: Scope, placed: IncomingMessage[], reply?: Reply): Promise<{ kept: Kept[]; answers: Kept[] }> {
  const rows = await keptRowsOf(scope, KeptRow, storeMessagesStatement(placed, scope.now, reply));
  const all = rows.map(({ message, ...rest }) => ({ message: presentMessage(scope, { message, ticket: rest.ticket }), ...rest }));
  const cameIn = ({ message: { origin } }: Kept) => origin === 'customer' || origin === 'phone';
  return { kept: all.filter(cameIn), answers: all.filter((each) => !cameIn(each)) };
}

/** The messages `given` that are new, with what a receipt said before, and what they come to for each ticket. */
const stored = sql`
  receipts as (
    delete from parked_receipts p
    using given g
    where p.company_id = current_company()
      and g."fromMe"
      and p.connection_id = g."connectionId"
      and p.channel_id = g."channelId"
    returning p.connection_id, p.channel_id, p.ack),
  kept as (
    insert into messages (ticket_id, connection_id, contact_id, chat, from_me, channel_id, participant,
      participant_name, origin, why, body, media_type, media_id, data, quoted_id, ack, read, created_at)
    select g."ticketId", g."connectionId", g."contactId",
      coalesce(g.chat, contact_address(g."contactId", g."connectionId")),
      g."fromMe", g."channelId", coalesce(g.participant, ''), coalesce(g."participantName", ''), g.origin, g.why, g.body,
      ${mediaTypeGiven},
      g."mediaId", nullif(g.data, 'null'),
      (
        select q.id
        from messages q
        where q.company_id = current_company()
          and q.connection_id = g."connectionId"
          and q.channel_id = g."quotedId"
          and q.contact_id + 0 = g."contactId"
        limit 1),
      greatest(
        case when g.origin = 'phone' then 1 else 0 end,
        (
          select max(r.ack)
          from receipts r
          where r.channel_id = g."channelId" and r.connection_id = g."connectionId")),
      g."fromMe", g."sentAt"
    from given g
    order by g.place
    on conflict do nothing
    returning *, case when said_by_person(origin) then said_of(messages, null) end as said),
  sums as (
    select ticket_id,
      count(*) filter (where not from_me)::int as unread,
      max(created_at) as last_at,
      max(created_at) filter (where said is not null) as said_at,
      (array_agg(coalesce(nullif(body, ''), media_type, '') order by created_at desc, id desc))[1] as last_message,
      (array_agg(said order by created_at desc, id desc) filter (where said is not null))[1] as said
    from kept
    group by ticket_id)`;

/** What comes of the tickets that are `touched`. What was said before and comes late is not the last word. */
const noted = sql`
  last_message = case
    when s.ticket_id is null
      or exists (
        select from messages n
        where n.company_id = current_company()
          and n.ticket_id = s.ticket_id
          and n.created_at > s.last_at
          and not n.is_deleted) then t.last_message
    else s.last_message
  end,
  ${setSaid(sql`case when s.said is null or (t.said->>'at')::timestamptz > s.said_at then t.said else s.said end`)},
  unread_messages = t.unread_messages + coalesce(s.unread, 0)`;

/** Messages and tickets as they are shown. */
const shown = fixedSql(sql`
  messages_shown as materialized (
    select m.id, m.ticket_id, ${messageJson} as message,
      exists (
        select from parked_frames p
        where p.company_id = current_company()
          and p.connection_id = m.connection_id
          and p.channel_id = m.channel_id
          and p.from_me = m.from_me) as overtaken
    from kept m ${messageJoins}),
  tickets_shown as materialized (select t.id, ${ticketJson} as ticket from noted t ${ticketJoins})`);

/** What is said waits to be sent, and tickets go where the reply puts them. */
const withReply = ({ at, moves, beside, direct }: Reply) => sql`
  ${queuedAnswers(direct)},
  moves as (
    select *
    from json_to_recordset(${JSON.stringify(moves)}) as v("ticketId" int, "queueId" int, chatbot boolean)),
  ${sql.join(beside.map((part) => sql`${part}, `))}
  touched as (select ticket_id from sums union select "ticketId" from moves),
  noted as (
    update tickets t
    set ${noted},
      queue_id = case when v."ticketId" is null then t.queue_id else v."queueId" end,
      chatbot = coalesce(v.chatbot, t.chatbot),
      updated_at = ${at}
    from touched n
    left join sums s using (ticket_id)
    left join moves v on v."ticketId" = n.ticket_id
    where t.company_id = current_company() and t.id = any(array(select ticket_id from touched)) and t.id = n.ticket_id
    returning t.*)`;

const withoutReply = (now: Date) => sql`
  noted as (
    update tickets t
    set ${noted}, updated_at = ${now.toISOString()}
    from sums s
    where t.company_id = current_company() and t.id = any(array(select ticket_id from sums)) and t.id = s.ticket_id
    returning t.*)`;

const rowOfIncoming = ({ frame, body, ticketId, contactId, connectionId, sentAt }: IncomingMessage) => ({
  ticketId,
  contactId,
  connectionId,
  chat: frame.chat,
  fromMe: frame.fromMe,
  channelId: frame.id,
  participant: frame.participant,
  participantName: frame.participantName,
  origin: frame.fromMe ? 'phone' : 'customer',
  body,
  mediaType: frame.mediaType,
  mediaId: frame.mediaId,
  data: frame.data,
  quotedId: frame.quotedId,
  sentAt,
});

/**
 * What a receipt said before its message came is applied. What is shown is joined in two parts: in one, planning it takes
 * longer than a small batch. What is quoted is looked for by its id alone (hence `+ 0`): offered the contact, the planner
 * may read all that a busy one ever said.
 */
export function storeMessagesStatement(placed: IncomingMessage[], now: Date, reply?: Reply): SQL {
  const answers = (reply?.answers ?? []).map((answer) => ({ ...answer, fromMe: true, sentAt: reply?.at }));
  const given = inOrder<{ ticketId: number }>(placed.map(rowOfIncoming), answers).map((row, place) => ({ place, ...row }));
  return sql`
    with given as (
      select *
      from json_to_recordset(${JSON.stringify(given)}) as g(place int, "ticketId" int, "contactId" int,
        "connectionId" int, chat text, "fromMe" boolean, "channelId" text, participant text, "participantName" text,
        origin text, why text, body text, "mediaType" text, "mediaId" bigint, data jsonb, "quotedId" text,
        "sentAt" timestamptz)),
    ${stored},
    ${reply ? withReply(reply) : withoutReply(now)},
    ${shown}
    select m.message, t.ticket, m.overtaken, ${reply ? claimedAnswer : sql`null`} as "outboxId"
    from messages_shown m
    join tickets_shown t on t.id = m.ticket_id
    order by m.id`;
}

/** Links replies that arrived in the same batch as the message they quote. */
export async function linkQuotes(scope: Scope, replies: Array<{ id: number; quotedId: string }>): Promise<void> {
  await scope.tx.execute(sql`
    update messages m
    set quoted_id = q.id
    from json_to_recordset(${JSON.stringify(replies)}) as g(id bigint, "quotedId" text), messages q
    where m.company_id = current_company()
      and m.id = g.id
      and q.company_id = m.company_id
      and q.connection_id = m.connection_id
      and q.channel_id = g."quotedId"
      and q.contact_id + 0 = m.contact_id`);
}

/**
 * Of each one `given` as "connectionId" and "channelId", our own message. It is looked for one by one (hence `offset`): where it may
 * choose, PostgreSQL reads all that a company of some size ever said rather than ask an index as often as it takes `given` to be long.
 */
export const ownMessages = sql`
  cross join lateral (
    select m.id
    from messages m
    where m.company_id = current_company()
      and m.connection_id = g."connectionId"
      and m.channel_id = g."channelId"
      and m.from_me
    offset 0) m`;

/** Locks the messages `known` in the order of ids, as whoever records that they have left. */
export const lockOwnMessages = sql`
  held as materialized (
    select m.id
    from messages m
    where m.company_id = current_company() and m.id = any(array(select id from known))
    order by m.id
    for no key update)`;

/** Stores delivery receipts. An ack never decreases; a receipt that arrives before its message is kept until then. */
export async function storeReceipts(scope: Scope, receipts: Array<{ connectionId: number; receipt: ReceiptFrame }>): Promise<void> {
  const given = receipts.map(({ connectionId, receipt }) => ({ connectionId, channelId: receipt.id, ack: receipt.ack }));
  const rows = await keptRowsOf(
    scope,
    MessageWithTicket,
    sql`
    with given as (
      select "connectionId", "channelId", max(ack)::smallint as ack
      from json_to_recordset(${JSON.stringify(given)}) as g("connectionId" int, "channelId" text, ack int)
      group by 1, 2),
    known as materialized (select g.*, m.id from given g ${ownMessages}),
    ${lockOwnMessages},
    parked as (
      insert into parked_receipts (connection_id, channel_id, ack)
      select "connectionId", "channelId", ack
      from given g
      where not exists (
        select from known k
        where k."connectionId" = g."connectionId" and k."channelId" = g."channelId")
      on conflict (company_id, connection_id, channel_id)
        do update set ack = greatest(parked_receipts.ack, excluded.ack)),
    acked as (
      update messages m
      set ack = k.ack, failure = null
      from known k
      where (select count(*) from held) >= 0
        and m.company_id = current_company()
        and m.id = any(array(select id from known))
        and m.id = k.id
        and m.ack < k.ack
      returning m.*)
    select ${messageWithTicketColumns} from acked m ${messageWithTicketJoins} order by m.id`,
  );
  announceUpdates(scope, rows);
}

/** Announces changed messages. */
export function announceUpdates(scope: Scope, rows: MessageWithTicket[]): void {
  for (const told of rows)
    scope.emit(messageLive, { action: 'update', message: presentMessage(scope, told) }, { rooms: hearersOf(told.ticket) });
}

import { randomBytes } from 'node:crypto';
import { type Message, messageLive } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import type { MessageFrame, ReceiptFrame } from '../../channels/port.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database.ts';
import { refuse } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { seeTicket, ticketJoins, ticketJson } from '../tickets/tickets.queries.ts';
import { audienceOf } from '../tickets/tickets.rules.ts';
import { findMessage, messageJoins, messageJson, presentMessage, type StoredMessage } from './messages.queries.ts';

/** Ids look like those the channel gives to linked devices, and are chosen before the first attempt: a second one repeats the same. */
const newChannelId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

/** Store what an agent says. It leaves in its turn; the reply need not wait for that. */
export async function sendMessage(
  scope: Scope,
  ticketId: number,
  { body, quotedMsg }: { body: string; quotedMsg?: { id: number } | null | undefined },
): Promise<Message> {
  const ticket = await seeTicket(scope, { id: ticketId }, { forUpdate: true });
  if (ticket.status !== 'open') refuse('ERR_TICKET_NOT_OPEN');
  // Read once the ticket is ours: of messages sent at the same moment the thread shows the order in which they leave.
  const now = scope.platform.clock().toISOString();
  const { rows } = await scope.tx.execute<{ id: number; quoted: number | null }>(sql`
    with quoted as (select id from messages where company_id = current_company() and id = ${quotedMsg?.id ?? null} and contact_id = ${ticket.contactId} and connection_id = ${ticket.whatsappId}),
    kept as (
      insert into messages (ticket_id, connection_id, contact_id, chat, from_me, channel_id, user_id, body, quoted_id, read, created_at)
      values (${ticket.id}, ${ticket.whatsappId}, ${ticket.contactId}, ${ticket.contact.number}, true, ${newChannelId()}, ${scope.actor.userId ?? null}, ${body}, (select id from quoted), true, ${now})
      returning id, quoted_id),
    queued as (insert into outbox (connection_id, message_id, chat) select ${ticket.whatsappId}, id, ${ticket.contact.number} from kept),
    noted as (update tickets set last_message = ${body}, updated_at = ${now} where id = ${ticket.id})
    select id, quoted_id as quoted from kept`);
  const kept = rows[0];
  if (!kept || (quotedMsg && kept.quoted === null)) refuse('ERR_NO_MESSAGE_FOUND');
  crashPoint('outbox.queued');
  const message = await findMessage(scope, kept.id);
  scope.emit(
    messageLive,
    { action: 'create', message, ticket: { ...ticket, lastMessage: body, updatedAt: now }, contact: ticket.contact },
    { rooms: audienceOf(ticket) },
  );
  scope.wake('outbox');
  return message;
}

/** Send a failed message again, under the id it had: if it did arrive after all, it is not shown twice. */
export async function resendMessage(scope: Scope, messageId: number): Promise<Message> {
  const before = await findMessage(scope, messageId);
  const ticket = await seeTicket(scope, { id: before.ticketId });
  if (before.user?.id !== scope.actor.userId && scope.actor.profile !== 'admin') refuse('ERR_NO_PERMISSION');
  const { rowCount } = await scope.tx.execute(sql`
    with again as (update messages set ack = 0, failure = null where id = ${messageId} and ack = -1 and from_me returning id, connection_id, chat)
    insert into outbox (connection_id, message_id, chat) select connection_id, id, chat from again`);
  if (rowCount === 0) refuse('ERR_CONFLICT');
  const message = await findMessage(scope, messageId);
  scope.emit(messageLive, { action: 'update', message }, { rooms: audienceOf(ticket) });
  scope.wake('outbox');
  return message;
}

export type Placed = { frame: MessageFrame; ticketId: number; contactId: number; connectionId: number; sentAt: string };
export type Kept = { message: Message; ticket: Ticket };

/**
 * Store arrived messages and what they mean for their tickets, in one statement. A delivery that was kept before is passed
 * over, and what a receipt said before its message came is applied. What is shown is joined in two parts: in one, planning
 * it takes longer than a small batch.
 */
export async function keepMessages(scope: Scope, placed: Placed[]): Promise<Kept[]> {
  const given = placed.map(({ frame, ticketId, contactId, connectionId, sentAt }) => ({
    ticketId,
    contactId,
    connectionId,
    chat: frame.chat,
    fromMe: frame.fromMe,
    channelId: frame.id,
    participant: frame.participant,
    body: frame.body,
    mediaType: frame.mediaType,
    mediaId: frame.mediaId,
    quotedId: frame.quotedId,
    sentAt,
  }));
  const now = scope.now.toISOString();
  const { rows } = await scope.tx.execute<{ message: StoredMessage; ticket: Ticket }>(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given.map((each, place) => ({ ...each, place })))}) as g(place int, "ticketId" int, "contactId" int, "connectionId" int, chat text, "fromMe" boolean,
        "channelId" text, participant text, body text, "mediaType" text, "mediaId" bigint, "quotedId" text, "sentAt" timestamptz)),
    receipts as (delete from parked_receipts p using given g where p.company_id = current_company() and g."fromMe" and p.connection_id = g."connectionId" and p.channel_id = g."channelId" returning p.connection_id, p.channel_id, p.ack),
    kept as (
      insert into messages (ticket_id, connection_id, contact_id, chat, from_me, channel_id, participant, body, media_type, media_id, quoted_id, ack, read, created_at)
      select g."ticketId", g."connectionId", g."contactId", g.chat, g."fromMe", g."channelId", g.participant, g.body, g."mediaType", g."mediaId",
        (select q.id from messages q where q.company_id = current_company() and q.connection_id = g."connectionId" and q.channel_id = g."quotedId" and q.chat = g.chat limit 1),
        greatest(case when g."fromMe" then 1 else 0 end, (select max(r.ack) from receipts r where r.channel_id = g."channelId" and r.connection_id = g."connectionId")), g."fromMe", g."sentAt"
      from given g order by g.place
      on conflict do nothing returning *),
    sums as (
      select ticket_id, count(*) filter (where not from_me)::int as unread, max(created_at) as last_at,
        (array_agg(coalesce(nullif(body, ''), media_type, '') order by created_at desc, id desc))[1] as last_message from kept group by ticket_id),
    noted as (
      update tickets t set last_message = case when exists (select from messages m where m.company_id = current_company() and m.ticket_id = t.id and m.created_at > s.last_at and not m.from_me)
        then t.last_message else s.last_message end, unread_messages = t.unread_messages + s.unread, updated_at = ${now}
      from sums s where t.company_id = current_company() and t.id = s.ticket_id returning t.*),
    messages_shown as materialized (select m.id, m.ticket_id, ${messageJson} as message from kept m ${messageJoins}),
    tickets_shown as materialized (select t.id, ${ticketJson} as ticket from noted t ${ticketJoins})
    select m.message, t.ticket from messages_shown m join tickets_shown t on t.id = m.ticket_id order by m.id`);
  return rows.map(({ message, ticket }) => ({ message: presentMessage(scope, message), ticket }));
}

/** Replies that arrived together with what they quote could not find it yet. */
export async function mendQuotes(scope: Scope, replies: Array<{ id: number; quotedId: string }>): Promise<void> {
  await scope.tx.execute(sql`
    update messages m set quoted_id = q.id from json_to_recordset(${JSON.stringify(replies)}) as g(id bigint, "quotedId" text), messages q
    where m.company_id = current_company() and m.id = g.id and q.company_id = m.company_id and q.connection_id = m.connection_id and q.chat = m.chat and q.channel_id = g."quotedId"`);
}

type Acked = { message: StoredMessage; status: Ticket['status']; userId: number | null; queueId: number | null };

/** How far our messages have come. An ack never goes back; a receipt that overtook its message waits for it. */
export async function keepReceipts(scope: Scope, receipts: Array<{ connectionId: number; receipt: ReceiptFrame }>): Promise<void> {
  const given = receipts.map(({ connectionId, receipt }) => ({ connectionId, channelId: receipt.id, ack: receipt.ack }));
  const { rows } = await scope.tx.execute<Acked>(sql`
    with given as (select "connectionId", "channelId", max(ack)::smallint as ack from json_to_recordset(${JSON.stringify(given)}) as g("connectionId" int, "channelId" text, ack int) group by 1, 2),
    known as (select g.*, m.id, m.ack as before from given g join messages m on m.company_id = current_company() and m.connection_id = g."connectionId" and m.channel_id = g."channelId" and m.from_me),
    parked as (
      insert into parked_receipts (connection_id, channel_id, ack) select "connectionId", "channelId", ack from given g
      where not exists (select from known k where k."connectionId" = g."connectionId" and k."channelId" = g."channelId")
      on conflict (company_id, connection_id, channel_id) do update set ack = greatest(parked_receipts.ack, excluded.ack)),
    acked as (update messages m set ack = k.ack, failure = null from known k where m.company_id = current_company() and m.id = k.id and m.ack < k.ack returning m.*)
    select ${messageJson} as message, t.status, t.user_id as "userId", t.queue_id as "queueId" from acked m ${messageJoins} join tickets t on t.company_id = m.company_id and t.id = m.ticket_id order by m.id`);
  announceUpdates(scope, rows);
}

export function announceUpdates(scope: Scope, rows: Acked[]): void {
  for (const { message, ...ticket } of rows)
    scope.emit(messageLive, { action: 'update', message: presentMessage(scope, message) }, { rooms: audienceOf(ticket) });
}

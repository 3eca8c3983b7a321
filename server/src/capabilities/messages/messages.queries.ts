import type { Message } from '@prosa/contracts/messages';
import { ticketLive } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/database.ts';
import { refuse } from '../../platform/errors.ts';
import { PAGE_SIZE, pageOf } from '../../platform/paging.ts';
import type { Scope } from '../../platform/scope.ts';
import { signAddress } from '../../platform/signed-address.ts';
import { contactJson } from '../contacts/contacts.queries.ts';
import { seeTicket } from '../tickets/tickets.queries.ts';
import { audienceOf } from '../tickets/tickets.rules.ts';

const content = (
  m: SQL,
  md: SQL,
) => sql`'id', ${m}.id, 'ticketId', ${m}.ticket_id, 'body', ${m}.body, 'fromMe', ${m}.from_me, 'mediaType', ${m}.media_type, 'mediaKey', ${md}.key,
  'isDeleted', ${m}.is_deleted, 'ack', ${m}.ack, 'read', ${m}.read, 'createdAt', iso(${m}.created_at)`;

/** A message as it is stored, before its file gets an address; for queries that call the table `m` and use `messageJoins`. */
export const messageJson = sql`json_build_object(${content(sql`m`, sql`md`)}, 'channelId', m.channel_id, 'failure', m.failure,
  'contact', case when not m.from_me then ${contactJson} end,
  'user', case when mu.id is not null then json_build_object('id', mu.id, 'name', mu.name) end,
  'quotedMsg', case when qm.id is not null then json_build_object(${content(sql`qm`, sql`qmd`)}) end)`;

export const messageJoins = sql`
  join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  left join users mu on mu.company_id = m.company_id and mu.id = m.user_id
  left join media md on md.company_id = m.company_id and md.id = m.media_id
  left join messages qm on qm.company_id = m.company_id and qm.id = m.quoted_id
  left join media qmd on qmd.company_id = qm.company_id and qmd.id = qm.media_id`;

type Stored<T> = Omit<T, 'mediaUrl' | 'quotedMsg'> & { mediaKey: string | null };
export type StoredMessage = Stored<Message> & { quotedMsg: Stored<NonNullable<Message['quotedMsg']>> | null };

/** Give the message's files addresses that open for whoever was shown the message. */
export function presentMessage(scope: Scope, { mediaKey, quotedMsg, ...message }: StoredMessage): Message {
  return {
    ...message,
    mediaUrl: addressOf(scope, mediaKey),
    quotedMsg: quotedMsg && { ...quotedMsg, mediaUrl: addressOf(scope, quotedMsg.mediaKey) },
  };
}

const hour = 3_600_000;

/** Good for 12 to 24 hours, and the same through half a day, so that browsers can keep the file. */
export function addressOf(scope: Scope, key: string | null): string | null {
  if (key === null) return null;
  const expires = new Date((Math.floor(scope.now.getTime() / (12 * hour)) + 2) * 12 * hour);
  return signAddress(scope.platform.secrets, { key, companyId: scope.companyId, expires });
}

/** One row more than a page, newest first. */
export const messagesPage = (ticketId: number, pageNumber: number) => sql`
    with page as materialized (
      select m.* from messages m where m.company_id = current_company() and m.ticket_id = ${ticketId}
      order by m.created_at desc, m.id desc limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE})
    select ${messageJson} as message from page m ${messageJoins} order by m.created_at desc, m.id desc`;

/** A page of the thread, oldest first inside the page. Reading marks read only for the ticket's own user. */
export async function listMessages(scope: Scope, ticketId: number, pageNumber: number) {
  const ticket = await seeTicket(scope, { id: ticketId });
  const read = pageNumber === 1 && ticket.status === 'open' && ticket.userId === scope.actor.userId && ticket.unreadMessages > 0;
  // Before the page is read: what arrives meanwhile waits, so that what is marked as read is what is shown.
  if (read) await scope.tx.execute(sql`select from tickets where id = ${ticketId} for update`);
  const { rows } = await scope.tx.execute<{ message: StoredMessage }>(messagesPage(ticketId, pageNumber));
  const { rows: counted } = await scope.tx.execute<{ count: number }>(
    sql`select count(*)::int as count from messages m where m.company_id = current_company() and m.ticket_id = ${ticketId}`,
  );
  const { items, hasMore } = pageOf(rows);
  if (read) {
    await scope.tx.execute(
      sql`with unread as (update messages set read = true where ticket_id = ${ticketId} and not read and not from_me) update tickets set unread_messages = 0 where id = ${ticketId}`,
    );
    scope.emit(ticketLive, { action: 'updateUnread', ticketId }, { rooms: audienceOf(ticket) });
  }
  return {
    messages: items.map(({ message }) => presentMessage(scope, message)).toReversed(),
    ticket: { ...ticket, unreadMessages: read ? 0 : ticket.unreadMessages },
    count: counted[0]?.count ?? 0,
    hasMore,
  };
}

export async function findMessage(scope: Scope, id: number): Promise<Message> {
  const { rows } = await scope.tx.execute<{ message: StoredMessage }>(
    sql`select ${messageJson} as message from messages m ${messageJoins} where m.company_id = current_company() and m.id = ${id}`,
  );
  const found = rows[0]?.message ?? refuse('ERR_NO_MESSAGE_FOUND');
  return presentMessage(scope, found);
}

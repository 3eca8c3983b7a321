import { type Message, type MessageInput, messageLive } from '@prosa/contracts/messages';
import type { LastSaid, Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { insertMedia } from '../../platform/http/stored-files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { getVisibleTicket } from '../tickets/tickets.queries.ts';
import { audienceOf, mayAnswer } from '../tickets/tickets.rules.ts';
import { assertConnectionStands } from './changing.queries.ts';
import type { TemplateUse } from './channel-templates.rules.ts';
import { updateLastMessages } from './last-message.actions.ts';
import { findMessage } from './messages.queries.ts';
import { type OutgoingMessage, storeSendings } from './outgoing.actions.ts';
import { hearersOf, seeOpening } from './sight.queries.ts';
import { fillTemplate } from './templates.rules.ts';
import { findWindow } from './window.queries.ts';
import type { ChannelSays } from './windows.ts';

const HouseRow = z.object({ company: z.string(), zone: z.string() });

/** Stores an agent's message: a text, or one message per file with the text as caption of the first. */
export async function sendMessage(
  scope: Scope,
  ticketId: number,
  input: MessageInput,
  uploads: Upload[] = [],
  says: ChannelSays = {},
): Promise<Message[]> {
  const ticket = await getVisibleTicket(scope, { id: ticketId }, { forUpdate: true });
  if (uploads.length === 0 && input.body.trim() === '' && !input.template)
    refuse('ERR_VALIDATION', { details: [{ path: 'body', message: 'required' }] });
  if (ticket.status !== 'open') refuse('ERR_TICKET_NOT_OPEN');
  if (!mayAnswer(scope.actor, ticket)) refuse('ERR_NO_PERMISSION');
  const from = { userId: scope.actor.userId ?? null, origin: 'agent' as const };
  if (input.template) return queueMessages(scope, ticket, [{ ...from, ...useTemplate(input.template, uploads, says) }]);
  await assertWindowOpen(scope, ticket, says);
  const first = { ...from, body: await fillVariables(scope, ticket, input.body), quotedId: input.quotedMsg?.id ?? null };
  if (uploads.length === 0) return queueMessages(scope, ticket, [first]);
  const files = await insertMedia(scope, uploads);
  return queueMessages(
    scope,
    ticket,
    files.map((media, place) => ({
      ...(place === 0 ? first : { ...from, body: '' }),
      media,
      data: input.voice && media.kind === 'audio' ? { voice: true } : null,
    })),
  );
}

/** A template goes alone, with its places filled in as the channel has approved it. */
function useTemplate(template: TemplateUse, uploads: Upload[], { filled, unsupported }: ChannelSays) {
  if (uploads.length > 0) refuse('ERR_VALIDATION', { details: [{ path: 'template', message: 'withoutFiles' }] });
  if (unsupported) refuse('ERR_WAPP_UNSUPPORTED');
  return { body: filled ?? refuse('ERR_TEMPLATE_REFUSED'), template };
}

/** Refused before anything is stored. What is queued while it is open, or said by the server itself, is refused by the channel. */
export async function assertWindowOpen(scope: Scope, ticket: Ticket, { window }: ChannelSays): Promise<void> {
  if (window?.connectionId !== ticket.whatsappId) return;
  const { isOpen } = await findWindow(scope, ticket, window.hours);
  if (!isOpen) refuse('ERR_WINDOW_CLOSED');
}

/** Fills variables for the customer, the ticket, the agent and the company. */
export async function fillVariables(scope: Scope, ticket: Ticket, body: string): Promise<string> {
  if (!body.includes('{{')) return body;
  const rows = await rowsOf(
    scope.tx,
    HouseRow,
    sql`
      select name as company, company_zone() as zone
      from companies
      where company_id = current_company()`,
  );
  const { company = '', zone = 'UTC' } = rows[0] ?? {};
  const [name, protocol] = [ticket.contact.name, ticket.code];
  return fillTemplate(body, { at: scope.now, zone, company, name, protocol, user: scope.actor.name, queue: ticket.queue?.name });
}

export async function queueMessage(scope: Scope, ticket: Ticket, outgoing: OutgoingMessage): Promise<Message> {
  const [message] = await queueMessages(scope, ticket, [outgoing]);
  return message ?? refuse('ERR_INTERNAL');
}

/**
 * Stores messages of a ticket, to be sent in this order in the background. The caller has locked the ticket and passes its current state,
 * which decides who is notified.
 */
export async function queueMessages(scope: Scope, ticket: Ticket, outgoing: OutgoingMessage[]): Promise<Message[]> {
  const [messages = []] = await queueMessagesOf(scope, [{ ticket, outgoing }]);
  return messages;
}

/** The same for many tickets at once, in one statement. */
export async function queueMessagesOf(scope: Scope, told: Array<{ ticket: Ticket; outgoing: OutgoingMessage[] }>): Promise<Message[][]> {
  const sendings = told.map(({ ticket, outgoing }) => ({ ...ticket, ticketId: ticket.id, opensAt: ticket, outgoing }));
  const { messages, said, at } = await storeSendings(scope, sendings);
  for (const [place, { ticket }] of told.entries())
    for (const message of messages[place] ?? []) {
      const lastMessage = message.body || message.mediaType || '';
      const last = message.origin === 'agent' ? lastSaid(message, said.get(message.id), lastMessage) : stillSaid(ticket, lastMessage);
      const moved = { ...ticket, lastMessage, last, updatedAt: at };
      scope.emit(messageLive, { action: 'create', message, ticket: moved, contact: ticket.contact }, { rooms: audienceOf(ticket) });
    }
  return messages;
}

/** As the ticket's row tells it from now on. */
const lastSaid = ({ fromMe, mediaType, data, user }: Message, text: string | undefined, lastMessage: string): LastSaid => ({
  fromMe,
  mediaType,
  seconds: data?.seconds ?? null,
  ...(text !== lastMessage && { text }),
  ...(user && { user }),
});

/** As `said_of` cuts it: by signs, of which some are two letters long here. */
const cutSaid = (text: string) => Array.from(text).slice(0, 300).join('');

/** What a person said last, beside another last message: its words are told by themselves unless they are that message's. */
export function stillSaid({ last, lastMessage: before }: Ticket, lastMessage: string): LastSaid | null {
  if (!last) return null;
  const { text = cutSaid(before), ...rest } = last;
  return { ...rest, ...(text !== cutSaid(lastMessage) && { text }) };
}

/** Send a failed message again, under the id it had: if it did arrive after all, it is not shown twice. */
export async function resendMessage(scope: Scope, messageId: number, says: ChannelSays): Promise<Message> {
  const before = await findMessage(scope, messageId);
  const ticket = await seeOpening(scope, before.ticket?.id ?? null);
  if (before.user?.id !== scope.actor.userId && scope.actor.profile !== 'admin') refuse('ERR_NO_PERMISSION');
  await assertConnectionStands(scope, messageId);
  if (ticket && says.window && !(await isTemplate(scope, messageId))) await assertWindowOpen(scope, ticket, says);
  const { rowCount } = await scope.tx.execute(sql`
    with again as (
      update messages
      set ack = 0, failure = null
      where company_id = current_company() and id = ${messageId} and ack = -1 and from_me and not is_deleted
      returning id, connection_id, chat)
    insert into outbox (connection_id, message_id, chat)
    select connection_id, id, chat
    from again`);
  if (rowCount === 0) refuse('ERR_CONFLICT');
  return changed(scope, messageId, ticket);
}

async function isTemplate({ tx }: Scope, messageId: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from messages
    where company_id = current_company() and id = ${messageId} and data ? 'template'`);
  return rowCount !== 0;
}

/**
 * Deletes the caller's message for everyone. An unsent message is withdrawn; one that may have been sent is retracted after it. The message
 * stays, marked as deleted.
 */
export async function removeMessage(scope: Scope, messageId: number): Promise<Message> {
  const before = await findMessage(scope, messageId);
  const ticket = await seeOpening(scope, before.ticket?.id ?? null, { forUpdate: true });
  if (!before.fromMe || before.user === null || before.user.id !== scope.actor.userId) refuse('ERR_NO_PERMISSION');
  // Locks the message before its outbox row, like the code that records outcomes.
  const withdrawn = await scope.tx.execute(sql`
    with held as materialized (
      select id
      from messages
      where company_id = current_company() and id = ${messageId}
      for no key update)
    delete from outbox o
    using held
    where o.company_id = current_company()
      and o.message_id = held.id
      and o.deed = 'send'
      and o.state = 'queued'
      and not o.unsure`);
  if (withdrawn.rowCount !== 0) await dropChanges(scope, messageId);
  else await assertConnectionStands(scope, messageId, { unlessGone: true });
  const { rowCount } = await scope.tx.execute(sql`
    with gone as (
      update messages
      set is_deleted = true, failure = null
      where company_id = current_company() and id = ${messageId} and not is_deleted
      returning id, connection_id, chat, ack),
    queued as (
      insert into outbox (connection_id, message_id, chat, deed)
      select connection_id, id, chat, 'retract'
      from gone
      where ack <> -1 and ${withdrawn.rowCount === 0}
      on conflict do nothing)
    select id from gone`);
  if (rowCount === 0) return findMessage(scope, messageId);
  await updateLastMessages(scope, [messageId]);
  return changed(scope, messageId, ticket);
}

/** Of a message that never leaves, no edit and no reaction does. */
async function dropChanges({ tx }: Scope, messageId: number): Promise<void> {
  await tx.execute(sql`
    delete from outbox
    where company_id = current_company() and message_id = ${messageId} and deed in ('edit', 'react')`);
}

/** Tells everybody who sees it of a message that was changed here, and the gateway that something waits. */
export async function changed(scope: Scope, messageId: number, ticket: Ticket | null): Promise<Message> {
  const message = await findMessage(scope, messageId);
  scope.emit(messageLive, { action: 'update', message }, { rooms: hearersOf(ticket) });
  scope.wake('outbox');
  return message;
}

import { type Message, messageLive, type Origin } from '@prosa/contracts/messages';
import { ContactCard, type Ticket, TicketCard } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { contactJson } from '../contacts/contacts.queries.ts';
import { findTicket } from '../tickets/tickets.queries.ts';
import { queueMessages } from './messages.actions.ts';
import { type OutgoingMessage, storeSendings } from './outgoing.actions.ts';
import { hearersOf } from './sight.queries.ts';

const PeopleRow = z.object({ contact: ContactCard.nullable(), stands: z.boolean() });

export type Automatic = Omit<OutgoingMessage, 'userId' | 'quotedId'> & {
  origin: Extract<Origin, 'schedule' | 'campaign' | 'api' | 'bill'>;
  why: string;
};

/**
 * What the company sends to a contact by itself. It lies in the ticket that is under way on that connection; where none is, in none:
 * no ticket is opened or opened again for it.
 */
export async function sendToContact(scope: Scope, contactId: number, whatsappId: number, outgoing: Automatic): Promise<Message> {
  const [message] = await sendAllToContact(scope, contactId, whatsappId, [outgoing]);
  return message ?? refuse('ERR_INTERNAL');
}

/** The same for several at once, in their order. */
export async function sendAllToContact(scope: Scope, contactId: number, whatsappId: number, outgoing: Automatic[]): Promise<Message[]> {
  const ticket = await latestTicket(scope, contactId, whatsappId);
  const contact = await findPeople(scope, contactId, whatsappId);
  const said = outgoing.map((each) => ({ ...each, userId: null }));
  if (ticket && ticket.status !== 'closed') return queueMessages(scope, ticket, said);
  const card = ticket && TicketCard.parse(ticket);
  const stored = await storeSendings(scope, [{ ticketId: null, contactId, whatsappId, opensAt: card, outgoing: said }]);
  const messages = stored.messages[0] ?? [];
  for (const message of messages)
    scope.emit(messageLive, { action: 'create', message, ticket: null, contact, whatsappId }, { rooms: hearersOf(card) });
  return messages;
}

/** The connection is not removed meanwhile, or what is queued would wait there for ever. Who removes it locks tickets first, too. */
async function findPeople({ tx }: Scope, contactId: number, whatsappId: number): Promise<ContactCard> {
  const rows = await rowsOf(
    tx,
    PeopleRow,
    sql`
    select
      (
        select ${contactJson}
        from contacts c
        where c.company_id = current_company() and c.id = ${contactId}) as contact,
      exists (
        select from connections
        where company_id = current_company() and id = ${whatsappId} and removed_at is null
        for key share) as stands`,
  );
  if (!rows[0]?.stands) refuse('ERR_NO_WAPP_FOUND');
  return rows[0].contact ?? refuse('ERR_NO_CONTACT_FOUND');
}

/** The one under way, or else the newest. Locked, as whoever writes to a ticket does: it does not end meanwhile. */
async function latestTicket(scope: Scope, contactId: number, whatsappId: number): Promise<Ticket | null> {
  const theirs = sql`company_id = current_company() and contact_id = ${contactId} and connection_id = ${whatsappId}`;
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    select id
    from tickets
    where company_id = current_company()
      and id = (
        select id
        from (
          select id, false as is_over from tickets where ${theirs} and status <> 'closed'
          union all
          (select id, true as is_over from tickets where ${theirs} order by id desc limit 1)) either
        order by is_over
        limit 1)
    for update`,
  );
  return (rows[0] && (await findTicket(scope, rows[0].id))) ?? null;
}

import { expect, test } from 'vitest';
import { Contact, ExtraInfo } from './contacts.ts';
import { FoundMessage, Message, mediaTypes, messageLive, messagesApi } from './messages.ts';
import { Queue } from './queues.ts';
import { SessionUser } from './session.ts';
import { Tag } from './tags.ts';
import { TicketNote } from './ticket-notes.ts';
import { Ticket, ticketStatuses } from './tickets.ts';
import { UserInput } from './users.ts';

type Shaped = { shape: Record<string, unknown> };
/** The fields a sentence names, each by its own letters; we may have more. */
const lacking = (entity: Shaped, sentence: string) => sentence.split(', ').filter((field) => !Object.hasOwn(entity.shape, field));

test('"User: id, name, email, password (write only), profile …, queues …, companyId, company (name, dueDate, …), super, allTicket"', () => {
  expect(lacking(SessionUser, 'id, name, email, profile, queues, companyId, company, super, allTicket')).toEqual([]);
  expect(lacking(SessionUser.shape.company, 'name, dueDate, settings')).toEqual([]);
  expect(lacking(SessionUser.shape.company.shape.settings.element, 'key, value')).toEqual([]);
  expect(lacking(SessionUser.shape.queues.element, 'id, name, color')).toEqual([]);
  expect(lacking(UserInput, 'name, email, password, profile, queueIds, companyId')).toEqual([]);
  expect(Object.keys(SessionUser.shape)).not.toContain('password');
  expect(UserInput.parse({ name: 'Ana', email: 'ana@exemplo.com', password: '12345' }).profile).toBe('user');
});

test('"Ticket: id, uuid, code, status (pending, open, closed), userId, user (name), queueId, queue (name, color), …, tags …"', () => {
  const fields =
    'id, uuid, code, status, userId, user, queueId, queue, whatsappId, whatsapp, contactId, contact, ' +
    'lastMessage, unreadMessages, updatedAt, isGroup, chatbot, tags';
  expect(lacking(Ticket, fields)).toEqual([]);
  expect([...ticketStatuses]).toEqual(['pending', 'open', 'closed']);
  expect(lacking(Ticket.shape.user.unwrap(), 'name')).toEqual([]);
  expect(lacking(Ticket.shape.queue.unwrap(), 'name, color')).toEqual([]);
  expect(lacking(Ticket.shape.whatsapp, 'name')).toEqual([]);
  expect(lacking(Ticket.shape.contact, 'name, profilePicUrl, number')).toEqual([]);
  expect(lacking(Ticket.shape.tags.element, 'name, color')).toEqual([]);
});

test('"Message: id, ticketId, ticket, body, fromMe, mediaType (…), mediaUrl, quotedMsg, isDeleted, ack …, createdAt, contact"', () => {
  const fields = 'id, ticketId, ticket, body, fromMe, mediaType, mediaUrl, quotedMsg, isDeleted, ack, read, createdAt, contact';
  expect(lacking(Message, fields)).toEqual([]);
  expect([...mediaTypes]).toEqual(['image', 'audio', 'video', 'application', 'locationMessage', 'vcard', 'call_log']);
  expect(lacking(Message.shape.ticket.unwrap(), 'id, uuid, code, status, userId, queueId, whatsappId, contactId, isGroup')).toEqual([]);
  // All of the ticket is told once beside its messages, not once in each.
  expect(lacking(messagesApi.list.reply, 'messages, hasMore, ticket')).toEqual([]);
  expect(lacking(messageLive.message.options[0], 'message, ticket')).toEqual([]);
  expect(lacking(FoundMessage, 'ticket, contact')).toEqual([]);
});

test('"Contact: id, name, number, email, profilePicUrl, uuid, extraInfo (id, name, value)"', () => {
  expect(lacking(Contact, 'id, name, number, email, profilePicUrl, uuid, extraInfo')).toEqual([]);
  expect(lacking(ExtraInfo, 'id, name, value')).toEqual([]);
});

test('"Ticket note: id, note, user (name), createdAt, …"; "Queue: id, name, color, greeting message"; "Tag: id, name, color"', () => {
  expect(lacking(TicketNote, 'id, note, user, createdAt, ticketId, contactId')).toEqual([]);
  expect(lacking(TicketNote.shape.user.unwrap(), 'name')).toEqual([]);
  expect(lacking(Queue, 'id, name, color, greetingMessage')).toEqual([]);
  expect(lacking(Tag, 'id, name, color')).toEqual([]);
});

test('"Tag: id, name, color, kanban (0 or 1), userId, ticketsCount"; "Kanban ticket: id, uuid, tags, contact, lastMessage"', () => {
  expect(lacking(Tag, 'id, name, color, kanban, userId, ticketsCount')).toEqual([]);
  expect(lacking(Ticket, 'id, uuid, tags, contact, lastMessage')).toEqual([]);
  expect(lacking(Ticket.shape.tags.element, 'id, name, color, kanban')).toEqual([]);
});

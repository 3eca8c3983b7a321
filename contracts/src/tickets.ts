import { z } from 'zod';
import { flagText } from './fields.ts';
import { Done, endpoint, Instant, id, idListText, idOrNone, idText, ignoredCompany, liveChannel, PageQuery, uuid } from './kit.ts';
import { QueueChip } from './session.ts';

export const ticketStatuses = ['pending', 'open', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

export type ContactCard = z.output<typeof ContactCard>;
export const ContactCard = z.object({
  id: z.int(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  profilePicUrl: z.string(),
});

/** `kanban` is 1 for a tag that is a lane of the board, 0 for a plain one; a ticket carries one such tag at most. */
export const TicketTag = z.object({ ...QueueChip.shape, kanban: z.union([z.literal(0), z.literal(1)]) });
export type TicketTag = z.output<typeof TicketTag>;

/** A message as the row of its ticket tells it. */
export const LastSaid = z.object({
  fromMe: z.boolean(),
  mediaType: z.string().nullable(),
  seconds: z.number().nullable(),
  /** Without signature; left out where it is `lastMessage`. Empty for a file without words, and for what was deleted. */
  text: z.string().optional(),
  /** The colleague who said it. */
  user: z.object({ id: z.int(), name: z.string() }).optional(),
  /** In a group: who said it. */
  name: z.string().optional(),
});
export type LastSaid = z.output<typeof LastSaid>;

/** One service episode with one contact over one connection. */
export const Ticket = z.object({
  id: z.int(),
  uuid: z.uuid(),
  /** The protocol number people quote: the day and a counter of that day. */
  code: z.string(),
  status: z.enum(ticketStatuses),
  userId: z.int().nullable(),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  queueId: z.int().nullable(),
  queue: QueueChip.nullable(),
  whatsappId: z.int(),
  whatsapp: z.object({ id: z.int(), name: z.string() }),
  contactId: z.int(),
  contact: ContactCard,
  lastMessage: z.string(),
  /** What a person said last. `lastMessage` is the last message of all, also what the product said by itself. */
  last: LastSaid.nullish(),
  unreadMessages: z.int(),
  isGroup: z.boolean(),
  chatbot: z.boolean(),
  tags: z.array(TicketTag),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Ticket = z.output<typeof Ticket>;

/** The short form of a ticket inside its messages: id, status and owner. */
export const TicketCard = Ticket.pick({
  id: true,
  uuid: true,
  code: true,
  status: true,
  userId: true,
  queueId: true,
  whatsappId: true,
  contactId: true,
  isGroup: true,
});
export type TicketCard = z.output<typeof TicketCard>;

/** A day in the company's time zone; a timestamp is converted to its day there. */
const day = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], { error: 'invalidDate' });
export const TicketQuery = PageQuery.extend({
  status: z.enum(ticketStatuses).optional(),
  showAll: flagText,
  queueIds: idListText('queue').optional(),
  users: idListText('user').optional(),
  /** Tickets that carry every one of these. */
  tags: idListText('tag').optional(),
  date: day.optional(),
  updatedAt: day.optional(),
  withUnreadMessages: flagText,
});
export type TicketQuery = z.output<typeof TicketQuery>;

/** A ticket created by an agent: open and assigned to them unless created as pending. Without a connection the default one is used. */
export const TicketInput = z.object({
  contactId: id('contact'),
  queueId: idOrNone('queue').optional(),
  userId: idOrNone('user').optional(),
  whatsappId: idOrNone('connection').optional(),
  status: z.enum(['open', 'pending']).default('open'),
  ...ignoredCompany,
});
export type TicketInput = z.output<typeof TicketInput>;

export const TicketUpdate = z.object({
  status: z.enum(ticketStatuses).optional(),
  userId: idOrNone('user').optional(),
  queueId: idOrNone('queue').optional(),
});
export type TicketUpdate = z.output<typeof TicketUpdate>;

/** One step of a ticket's life: who did what, from which state to which, and by which rule where nobody did it by hand. */
export const TicketStep = z.object({
  at: Instant,
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  what: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  why: z.string().nullable(),
  /** Of who and what it speaks: today's names, or those of then where they are gone. */
  names: z.object({
    by: z.string().nullable(),
    fromUser: z.string().nullable(),
    fromQueue: z.string().nullable(),
    toUser: z.string().nullable(),
    toQueue: z.string().nullable(),
  }),
});
export type TicketStep = z.output<typeof TicketStep>;

const one = z.object({ id: idText('ticket') });
export const ticketsApi = {
  list: endpoint('GET', '/tickets', {
    query: TicketQuery,
    reply: z.object({ tickets: z.array(Ticket), count: z.int(), hasMore: z.boolean() }),
  }),
  create: endpoint('POST', '/tickets', { body: TicketInput, reply: Ticket }),
  show: endpoint('GET', '/tickets/:id', { params: one, reply: Ticket }),
  showByUuid: endpoint('GET', '/tickets/u/:uuid', { params: z.object({ uuid: uuid('ticket') }), reply: Ticket }),
  update: endpoint('PUT', '/tickets/:id', { params: one, body: TicketUpdate, reply: Ticket }),
  history: endpoint('GET', '/tickets/:id/history', {
    params: one,
    reply: z.array(TicketStep),
  }),
  remove: endpoint('DELETE', '/tickets/:id', { params: one, reply: Done }),
};

/** What a customer is currently doing in their app. */
export const customerActivities = ['typing', 'recording', 'paused'] as const;
/** Not stored: it ends at `until` unless it is repeated or a message arrives first. */
export const customerLive = liveChannel('customer', z.object({ action: z.enum(customerActivities), ticketId: z.int(), until: Instant }));
export const customerActivityMilliseconds = 10_000;

export const ticketLive = liveChannel(
  'ticket',
  z.discriminatedUnion('action', [
    z.object({
      action: z.literal('update'),
      ticket: Ticket,
      ticketId: z.int(),
      /** Set when a colleague has just assigned it to its current user. */
      givenBy: z.object({ id: z.int(), name: z.string() }).optional(),
    }),
    z.object({ action: z.literal('delete'), ticketId: z.int() }),
    z.object({ action: z.literal('updateUnread'), ticketId: z.int() }),
  ]),
);

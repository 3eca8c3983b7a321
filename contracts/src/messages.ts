import { z } from 'zod';
import { endpoint, Instant, id, idText, liveChannel } from './kit.ts';
import { ContactCard, Ticket } from './tickets.ts';

export const mediaTypes = ['image', 'audio', 'video', 'application', 'locationMessage', 'vcard', 'call_log'] as const;
export type MediaType = (typeof mediaTypes)[number];

const content = {
  id: z.int(),
  ticketId: z.int(),
  body: z.string(),
  fromMe: z.boolean(),
  /** Nothing for plain text. */
  mediaType: z.enum(mediaTypes).nullable(),
  mediaUrl: z.string().nullable(),
  isDeleted: z.boolean(),
  /** 0 waiting, 1 sent, 2 delivered, 3 read, 4 and 5 played, -1 failed. It never goes back. */
  ack: z.int().min(-1).max(5),
  read: z.boolean(),
  createdAt: Instant,
};
export const Message = z.object({
  ...content,
  /** The id on the channel: ours for what we send, the provider's for what arrives. */
  channelId: z.string(),
  contact: ContactCard.nullable(),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  quotedMsg: z.object(content).nullable(),
  failure: z.string().nullable(),
});
export type Message = z.output<typeof Message>;

/** `read`, `fromMe` and `mediaUrl` come along by habit; the server decides them. */
export const MessageInput = z.object({
  body: z
    .string()
    .max(65_536, 'tooLong')
    .refine((text) => text.trim() !== '', 'required'),
  quotedMsg: z.object({ id: id('message') }).nullish(),
});

const ofTicket = z.object({ ticketId: idText('ticket') });
export const messagesApi = {
  list: endpoint('GET', '/messages/:ticketId', {
    params: ofTicket,
    query: z.object({ pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1) }),
    reply: z.object({ messages: z.array(Message), ticket: Ticket, count: z.int(), hasMore: z.boolean() }),
  }),
  send: endpoint('POST', '/messages/:ticketId', { params: ofTicket, body: MessageInput, reply: Message }),
  resend: endpoint('POST', '/messages/:messageId/resend', { params: z.object({ messageId: idText('message') }), reply: Message }),
};

export const messageLive = liveChannel(
  'appMessage',
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('create'), message: Message, ticket: Ticket, contact: ContactCard }),
    z.object({ action: z.literal('update'), message: Message }),
  ]),
);

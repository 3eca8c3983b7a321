import { z } from 'zod';
import { flagText, normalizeLineBreaks } from './fields.ts';
import { endpoint, Instant, id, idText, liveChannel, PageQuery } from './kit.ts';
import { ContactCard, Ticket, TicketCard } from './tickets.ts';

export const mediaTypes = ['image', 'audio', 'video', 'application', 'locationMessage', 'vcard', 'call_log'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** Content of a message besides its text. */
const fileData = {
  width: z.int().positive().nullish(),
  height: z.int().positive().nullish(),
  seconds: z.number().min(0).nullish(),
  size: z.int().min(0).optional(),
  fileName: z.string().optional(),
  mimetype: z.string().optional(),
  /** A small picture of an image or video. */
  thumbnailUrl: z.string().nullish(),
  /** Waveform: up to 64 loudness values from 0 to 100. */
  waveform: z.array(z.int().min(0).max(100)).max(64).nullish(),
  /** True for a voice note recorded in the chat, false for an audio file. */
  voice: z.boolean().optional(),
};
/** What the page says of itself that a message links to; `link` as it is written in the message, `url` where it leads. Plain text. */
export const LinkPreview = z.object({
  link: z.string(),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  site: z.string(),
});
export type LinkPreview = z.output<typeof LinkPreview>;

export const MessageData = z.object({
  ...fileData,
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  name: z.string().optional(),
  contacts: z.array(z.object({ name: z.string(), number: z.string() })).optional(),
  /** Of a call. */
  video: z.boolean().optional(),
  /** The file is still being fetched from the network, or will never come (`ERR_WAPP_DOWNLOAD_MEDIA`). */
  file: z.enum(['waiting', 'gone']).optional(),
  /** It has arrived, and nobody could read it so far; what it says takes its place when it comes. */
  unreadable: z.literal(true).optional(),
  /** Found by the server, where the company wants it (`linkPreview`). */
  preview: LinkPreview.optional(),
  /** It was said elsewhere first, and passed on. */
  forwarded: z.literal(true).optional(),
});
export type MessageData = z.output<typeof MessageData>;

/** The body of a message that could not be read; screens say it in their own words. */
export const unreadableBody = 'Mensagem ainda não legível';

/** `name` is the agent's where the company reacted through the product; one made on its own phone has none. */
export const Reaction = z.object({ emoji: z.string(), fromMe: z.boolean(), name: z.string() });

/** One emoji as people see it, however many characters it is made of. */
const isEmoji = (text: string) =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text) && [...new Intl.Segmenter().segment(text)].length === 1;

/** Who or what a message came from. */
export const origins = [
  'agent',
  'phone',
  'customer',
  'bot',
  'greeting',
  'transfer',
  'rating',
  'completion',
  'hours',
  'call',
  'bill',
  'schedule',
  'campaign',
  'api',
] as const;
export type Origin = (typeof origins)[number];

const content = {
  id: z.int(),
  /** None for what a schedule, a campaign or a program sent while the customer had no ticket under way. */
  ticketId: z.int().nullable(),
  body: z.string(),
  fromMe: z.boolean(),
  /** Null for plain text. */
  mediaType: z.enum(mediaTypes).nullable(),
  mediaUrl: z.string().nullable(),
  data: MessageData.nullable(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  /** 0 waiting, 1 sent, 2 delivered, 3 read, 4 and 5 played, -1 failed. It never goes back. */
  ack: z.int().min(-1).max(5),
  read: z.boolean(),
  createdAt: Instant,
};
export const Message = z.object({
  ...content,
  /** The id on the channel: ours for what we send, the provider's for what arrives. */
  channelId: z.string(),
  origin: z.enum(origins),
  /** Why it was sent, in words, where nobody sent it by hand. */
  why: z.string().nullable(),
  /**
   * State of the ticket when the event was created. Of a message without a ticket: the contact's latest on that connection, if there is
   * one.
   */
  ticket: TicketCard.nullable(),
  contact: ContactCard.nullable(),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  quotedMsg: z.object(content).nullable(),
  reactions: z.array(Reaction),
  /** In a group: the sender. */
  participant: z.object({ name: z.string(), number: z.string() }).nullable(),
  failure: z.string().nullable(),
});
export type Message = z.output<typeof Message>;

/** The message itself or its id alone; in a form with files every field is text. */
const quoted = z.preprocess((given) => {
  const read = typeof given === 'string' ? parseJson(given) : given;
  return typeof read === 'number' ? { id: read } : read;
}, z.object({ id: id('message') }).nullish());
function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * `read`, `fromMe` and `mediaUrl` are sent by existing clients and ignored; the server decides them. With files the body is the caption of
 * the first and may be empty; without, an empty body is refused.
 */
export const MessageInput = z.object({
  body: z.string().max(65_536, 'tooLong').transform(normalizeLineBreaks).default(''),
  quotedMsg: quoted,
  /** The files were recorded as voice. */
  voice: z.preprocess((value) => value === true || value === 'true', z.boolean()).default(false),
  /** Sent instead of the body; in a form as JSON text. */
  template: z.preprocess(
    (given) => (typeof given === 'string' ? (parseJson(given) ?? undefined) : given),
    z
      .object({ name: z.string().min(1).max(512), language: z.string().min(1).max(20), variables: z.array(z.string().max(1_024)).max(50) })
      .optional(),
  ),
});
export type MessageInput = z.output<typeof MessageInput>;

/**
 * Until when anything may be sent to the customer, while that is so; afterwards templates only. `hours` is null where the channel has no
 * bound.
 */
export const ServiceWindow = z.object({ hours: z.number().nullable(), endsAt: Instant.nullable(), isOpen: z.boolean() });

/**
 * A message found by its text, with all of the ticket it opens at; where there is none, it opens in the contact's thread on this
 * connection.
 */
export const FoundMessage = Message.extend({ ticket: Ticket.nullable(), contact: ContactCard, whatsappId: z.int() });

/** For so long after it was sent its author may change a message; the server's clock counts. */
export const editMinutes = 15;
/** What a message said before it was edited: since when, and who had put it so; nobody of the company where the customer did. */
export const EarlierWording = z.object({
  body: z.string(),
  at: Instant,
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
});
export type EarlierWording = z.output<typeof EarlierWording>;

const ofTicket = z.object({ ticketId: idText('ticket') });
const ofMessage = z.object({ messageId: idText('message') });
export const messagesApi = {
  list: endpoint('GET', '/messages/:ticketId', {
    params: ofTicket,
    query: z.object({
      pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
      /** Returns the page that contains this message, and its page number. */
      around: idText('message').optional(),
      /** Read-only: nothing is marked as read. */
      spy: flagText,
    }),
    reply: z.object({ messages: z.array(Message), ticket: Ticket, count: z.int(), hasMore: z.boolean(), pageNumber: z.int() }),
  }),
  /** What was sent to a contact who has no ticket on this connection: to be read, not answered. */
  thread: endpoint('GET', '/messages/thread', {
    query: z.object({
      contactId: idText('contact'),
      whatsappId: idText('connection'),
      pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
    }),
    reply: z.object({ messages: z.array(Message), contact: ContactCard, count: z.int(), hasMore: z.boolean(), pageNumber: z.int() }),
  }),
  search: endpoint('GET', '/messages/search', {
    query: PageQuery.extend({ ticketId: idText('ticket').optional() }),
    reply: z.object({ messages: z.array(FoundMessage), count: z.int(), hasMore: z.boolean() }),
  }),
  /** One text or one file answers the message; several files answer `{messages}`. */
  send: endpoint('POST', '/messages/:ticketId', {
    params: ofTicket,
    body: MessageInput,
    files: { field: 'medias', max: 10 },
    reply: z.union([Message, z.object({ messages: z.array(Message) })]),
  }),
  /** The message marked as deleted, plus the confirmation that every deletion returns. */
  remove: endpoint('DELETE', '/messages/:messageId', {
    params: ofMessage,
    reply: Message.extend({ message: z.string().optional() }),
  }),
  window: endpoint('GET', '/messages/:ticketId/window', { params: ofTicket, reply: ServiceWindow }),
  resend: endpoint('POST', '/messages/:messageId/resend', { params: ofMessage, reply: Message }),
  /** Another wording for an own text, at the customer's too. */
  edit: endpoint('PUT', '/messages/:messageId', {
    params: ofMessage,
    body: z.object({ body: z.string().max(65_536, 'tooLong').transform(normalizeLineBreaks) }),
    reply: Message,
  }),
  /** The wordings before the present one, oldest first. */
  edits: endpoint('GET', '/messages/:messageId/edits', { params: ofMessage, reply: z.object({ edits: z.array(EarlierWording) }) }),
  /** The company's one reaction to a message, in place of the one before; an empty emoji takes it back. */
  react: endpoint('PUT', '/messages/:messageId/reaction', {
    params: ofMessage,
    body: z.object({
      emoji: z
        .string()
        .max(64, 'tooLong')
        .refine((emoji) => emoji === '' || isEmoji(emoji), 'invalid'),
    }),
    reply: Message,
  }),
};

export const messageLive = liveChannel(
  'appMessage',
  z.discriminatedUnion('action', [
    /** Without a ticket for a message that belongs to none: no list moves. `whatsappId` then says in whose thread it lies. */
    z.object({
      action: z.literal('create'),
      message: Message,
      ticket: Ticket.nullable(),
      contact: ContactCard,
      whatsappId: z.int().optional(),
    }),
    z.object({
      action: z.literal('update'),
      message: Message,
      /** The channel would not take what this person had changed: the message is as it was before, and they are told why. */
      refused: z.object({ userId: z.int().nullable(), what: z.enum(['edit', 'reaction']), error: z.string() }).optional(),
    }),
  ]),
);

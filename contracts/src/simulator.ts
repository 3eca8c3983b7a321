import { z } from 'zod';
import { flagField, normalizeLineBreaks, phoneDigits, phoneText } from './fields.ts';
import { Done, endpoint, Instant, idText } from './kit.ts';
import { mediaTypes } from './messages.ts';
import { customerActivities } from './tickets.ts';

const ofConnection = z.object({ whatsappId: idText('connection') });
const phone = phoneText(
  z
    .string()
    .transform(phoneDigits)
    .pipe(z.string().regex(/^\d{8,20}$/, 'invalidNumber')),
);

/** In a form with a file these come as JSON text. */
const json = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }, schema.optional());

/** What a simulated customer does, or what is typed on the company's own phone when `fromMe`. */
export const SimulatedMessage = z.object({
  number: phone,
  name: z.string().trim().max(100).optional(),
  body: z.string().max(65_536).transform(normalizeLineBreaks).default(''),
  id: z.string().trim().min(1).max(100).optional(),
  quotedId: z.string().max(100).optional(),
  fromMe: flagField.default(false),
  mediaType: z.enum(mediaTypes).optional(),
  mediaUrl: z.string().max(2000).optional(),
  location: json(
    z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180), name: z.string().max(200).optional() }),
  ),
  contact: json(z.object({ name: z.string().max(200), number: phone })),
  /** An empty emoji takes the reaction back. */
  reaction: json(z.object({ id: z.string().min(1).max(100), emoji: z.string().max(32) })),
  edit: json(z.object({ id: z.string().min(1).max(100), body: z.string().max(65_536) })),
  delete: json(z.object({ id: z.string().min(1).max(100) })),
  group: json(z.object({ id: z.string().min(1).max(100), name: z.string().max(200) })),
  /** It was forwarded from another conversation. */
  forwarded: flagField.optional(),
  /** It was said then, before the phone was linked, and comes now with the phone's history. */
  historyAt: z.iso.datetime().optional(),
});
export type SimulatedMessage = z.output<typeof SimulatedMessage>;

export const PhoneMessage = z.object({
  id: z.string(),
  fromBusiness: z.boolean(),
  body: z.string(),
  mediaType: z.string().nullable(),
  mediaUrl: z.string().nullable(),
  quotedId: z.string().nullable(),
  ack: z.int(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  reactions: z.array(z.object({ emoji: z.string(), fromBusiness: z.boolean() })),
  data: z.record(z.string(), z.unknown()).nullable(),
  at: Instant,
});
export type PhoneMessage = z.output<typeof PhoneMessage>;

/** How the simulated network misbehaves. Absent fields keep their value. */
export const Faults = z.object({
  /** The company's phone is out of reach: what customers write waits and is replayed. */
  offline: z.boolean().optional(),
  /** Every frame is delivered twice. */
  duplicate: z.boolean().optional(),
  /** Frames that wait together are delivered shuffled. */
  reorder: z.boolean().optional(),
  delayMs: z.int().min(0).max(60_000).optional(),
  failNext: z.int().min(0).max(100_000).optional(),
  failNextTransient: z.int().min(0).max(100_000).optional(),
  /** Logged out from the phone. */
  logout: z.boolean().optional(),
  invalidNumbers: z.array(phone).max(1000).optional(),
  refuseConnect: z.boolean().optional(),
  qrSeconds: z.number().min(0.1).max(600).optional(),
  /** Customers arrive without their number until it is revealed. */
  privacyId: z.boolean().optional(),
  /** So long after a customer wrote last, only templates reach them; null for no such bound. */
  windowHours: z.number().min(0).max(1000).nullable().optional(),
  /** The session is taken over by another program: it ends, once. */
  replaced: z.boolean().optional(),
  /** The number is banned: a session ends, and each that is started, until it is false again. */
  banned: z.boolean().optional(),
  /** How long it takes from the scan of the QR code until the connection stands. */
  pairingSeconds: z.number().min(0).max(600).optional(),
  /** The network takes no more messages of the company in a minute: the others have to wait. Null for no such bound. */
  throttlePerMinute: z.int().min(0).max(100_000).nullable().optional(),
  /** Files come after their messages, and the next so many fetches of one fail for now; null: files come with their messages. */
  mediaFail: z.int().min(0).max(100_000).nullable().optional(),
  /** People have pictures, which the network gives. */
  pictures: z.boolean().optional(),
});
export type Faults = z.output<typeof Faults>;

export const simulatorApi = {
  scan: endpoint('POST', '/simulator/:whatsappId/scan', { params: ofConnection, reply: Done }),
  write: endpoint('POST', '/simulator/:whatsappId/messages', {
    params: ofConnection,
    body: SimulatedMessage,
    files: { field: 'media', max: 1 },
    reply: z.object({ id: z.string() }),
  }),
  read: endpoint('GET', '/simulator/:whatsappId/messages', {
    params: ofConnection,
    query: z.object({ number: phone }),
    reply: z.array(PhoneMessage),
  }),
  phones: endpoint('GET', '/simulator/:whatsappId/phones', {
    params: ofConnection,
    reply: z.array(z.object({ number: z.string(), name: z.string(), lastMessage: z.string(), at: Instant })),
  }),
  receipt: endpoint('POST', '/simulator/:whatsappId/receipts', {
    params: ofConnection,
    body: z.object({ id: z.string().min(1).max(100), ack: z.coerce.number<number>().int().min(1).max(5) }),
    reply: Done,
  }),
  call: endpoint('POST', '/simulator/:whatsappId/calls', {
    params: ofConnection,
    body: z.object({ number: phone, name: z.string().trim().max(100).optional(), video: z.boolean().default(false) }),
    reply: z.object({ id: z.string() }),
  }),
  /** A customer types or records, or stops. Repeated while it continues, as phones do. */
  typing: endpoint('POST', '/simulator/:whatsappId/typing', {
    params: ofConnection,
    body: z.object({ number: phone, state: z.enum(customerActivities).default('typing') }),
    reply: Done,
  }),
  /** What the business is doing, as the customer's phone shows it. */
  businessTyping: endpoint('GET', '/simulator/:whatsappId/typing', {
    params: ofConnection,
    query: z.object({ number: phone }),
    reply: z.object({ state: z.enum(customerActivities) }),
  }),
  /** The network tells the number behind a privacy id. */
  identity: endpoint('POST', '/simulator/:whatsappId/identities', { params: ofConnection, body: z.object({ number: phone }), reply: Done }),
  /** Entries of the company's phone book. */
  phoneBook: endpoint('POST', '/simulator/:whatsappId/phone-book', {
    params: ofConnection,
    body: z.object({ contacts: z.array(z.object({ number: phone, name: z.string().max(200) })).max(5000) }),
    reply: Done,
  }),
  faults: endpoint('POST', '/simulator/:whatsappId/faults', { params: ofConnection, body: Faults, reply: Faults }),
};

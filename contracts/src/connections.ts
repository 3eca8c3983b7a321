import { z } from 'zod';
import { providers } from './channels.ts';
import { flagField, listOf, longText, nameField, phoneDigits, phoneText } from './fields.ts';
import { Done, endpoint, Instant, id, idText, ignoredCompany, liveChannel, PageQuery } from './kit.ts';
import { QueueChip } from './session.ts';

export const connectionStatuses = ['OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'DISCONNECTED', 'TIMEOUT'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];
/** Why a session ended or waits, as the ledger tells it. */
export const sessionReasons = [
  'noNetwork',
  'lost',
  'qrExpired',
  'loggedOut',
  'replaced',
  'banned',
  'versionRefused',
  'badSession',
  'credentials',
  'stopped',
  'takenOver',
] as const;
export type SessionReason = (typeof sessionReasons)[number];

export const cloudCredentials = ['phoneNumberId', 'wabaId', 'accessToken', 'appSecret', 'verifyToken'] as const;
/** A Cloud API connection as admins see it: what is secret is never told. */
export const CloudView = z.object({
  phoneNumberId: z.string(),
  wabaId: z.string(),
  configured: z.boolean(),
  /** The credentials without which the connection is not opened. */
  missing: z.array(z.enum(cloudCredentials)),
  /** To be entered at Meta as the callback URL. */
  webhookUrl: z.string(),
});
const metaId = z
  .string()
  .trim()
  .regex(/^\d{1,32}$/, 'invalidNumber');
const secret = z.string().trim().min(1, 'required').max(2_000, 'tooLong');
/** An absent or empty secret keeps the one that is stored. */
const keptSecret = z.union([z.literal('').transform(() => undefined), secret]).optional();
export const CloudInput = z.object({
  phoneNumberId: metaId,
  wabaId: metaId,
  accessToken: keptSecret,
  appSecret: keptSecret,
  verifyToken: keptSecret,
});
export type CloudInput = z.output<typeof CloudInput>;

/** A connection as everyone may see it: no token, no QR code, no credential. */
export const Connection = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(connectionStatuses),
  isDefault: z.boolean(),
  provider: z.enum(providers),
  retries: z.int(),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  timeSendQueue: z.int(),
  sendIdQueue: z.int(),
  queues: z.array(QueueChip),
  queueIds: z.array(z.int()),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Connection = z.output<typeof Connection>;
/** A connection with the fields that only admins may see. */
export const ConnectionDetail = Connection.extend({ token: z.string(), qrcode: z.string(), cloud: CloudView.nullable() });
export type ConnectionDetail = z.output<typeof ConnectionDetail>;

const texts = {
  greetingMessage: longText.default(''),
  complationMessage: longText.default(''),
  outOfHoursMessage: longText.default(''),
  ratingMessage: longText.default(''),
};
const maxTokenLength = 200;
/** A token chosen by a person. Longer than what can be guessed. */
const chosenToken = z.string().trim().min(20, 'tooShort').max(maxTokenLength, 'tooLong');
/** An update may send back the stored token, which an earlier release accepted from 8 characters. */
const storedOrChosenToken = z.string().trim().min(1, 'required').max(maxTokenLength, 'tooLong');
export const isChosenTokenLongEnough = (token: string) => chosenToken.safeParse(token).success;
const absentIfEmpty = z.literal('').transform(() => undefined);
export const ConnectionInput = z.object({
  name: nameField,
  isDefault: flagField.optional(),
  provider: z.enum(providers).default('baileys'),
  /** Of a Cloud API connection. */
  cloud: CloudInput.optional(),
  token: z.union([absentIfEmpty, chosenToken]).optional(),
  queueIds: listOf(id('queue')).default([]),
  timeSendQueue: z.coerce.number().int().min(0).max(100_000).default(0),
  sendIdQueue: z.coerce.number().int().min(0).max(2_147_483_647).default(0).meta({ refersTo: 'queue' }),
  ...texts,
});
export type ConnectionInput = z.output<typeof ConnectionInput>;
/** Absent fields keep their value. */
export const ConnectionUpdate = z.object({
  name: nameField.optional(),
  cloud: CloudInput.optional(),
  isDefault: flagField.optional(),
  token: z.union([absentIfEmpty, storedOrChosenToken]).optional(),
  queueIds: listOf(id('queue')).optional(),
  timeSendQueue: z.coerce.number().int().min(0).max(100_000).optional(),
  sendIdQueue: z.coerce.number().int().min(0).max(2_147_483_647).optional().meta({ refersTo: 'queue' }),
  greetingMessage: longText.optional(),
  complationMessage: longText.optional(),
  outOfHoursMessage: longText.optional(),
  ratingMessage: longText.optional(),
});

/** A text that the channel has approved, with places `{{1}}`, `{{2}}` … to fill in. */
export const Template = z.object({
  name: z.string(),
  language: z.string(),
  category: z.enum(['marketing', 'utility', 'authentication']),
  body: z.string(),
});
export type Template = z.output<typeof Template>;

export const ledgerEvents = ['connected', 'lost', 'recovered', 'ended'] as const;
/** One line of a connection's timeline. */
export const LedgerRecord = z.object({
  at: Instant,
  what: z.enum(ledgerEvents),
  why: z.enum(sessionReasons).nullable(),
  /** Messages that had waited on the network and came then, and those among them that could not be read. */
  replayed: z.int(),
  unreadable: z.int(),
});
export type LedgerRecord = z.output<typeof LedgerRecord>;
const Notice = z.object({ acceptedAt: Instant.nullable(), acceptedBy: z.string().nullable() });

const one = z.object({ id: idText('connection') });
const session = z.object({ session: z.string().optional(), ...ignoredCompany });
export const connectionsApi = {
  list: endpoint('GET', '/whatsapp', { query: session, reply: z.array(Connection) }),
  show: endpoint('GET', '/whatsapp/:id', { params: one, query: session, reply: ConnectionDetail }),
  create: endpoint('POST', '/whatsapp', { body: ConnectionInput, reply: ConnectionDetail }),
  update: endpoint('PUT', '/whatsapp/:id', { params: one, body: ConnectionUpdate, reply: ConnectionDetail }),
  remove: endpoint('DELETE', '/whatsapp/:id', { params: one, reply: Done }),
  newToken: endpoint('POST', '/whatsapp/:id/token', { params: one, reply: ConnectionDetail }),
  start: endpoint('POST', '/whatsappsession/:id', { params: one, reply: Done }),
  newQr: endpoint('PUT', '/whatsappsession/:id', { params: one, reply: Done }),
  disconnect: endpoint('DELETE', '/whatsappsession/:id', { params: one, reply: Done }),
  /** Pairing by a code typed on the phone with this number; a QR code must be on show. */
  pairingCode: endpoint('POST', '/whatsappsession/:id/code', {
    params: one,
    body: z.object({
      number: phoneText(
        z
          .string()
          .transform(phoneDigits)
          .pipe(z.string().regex(/^\d{8,20}$/, 'invalidNumber')),
      ),
    }),
    reply: z.object({ code: z.string() }),
  }),
  /** What may be sent when the window is closed. */
  templates: endpoint('GET', '/whatsapp/:id/templates', { params: one, reply: z.array(Template) }),
  /** Asks Meta who this number is, with the stored access token. */
  test: endpoint('POST', '/whatsapp/:id/test', {
    params: one,
    reply: z.object({ displayPhoneNumber: z.string(), verifiedName: z.string(), qualityRating: z.string() }),
  }),
  ledger: endpoint('GET', '/whatsapp/:id/ledger', {
    params: one,
    query: PageQuery.pick({ pageNumber: true }),
    reply: z.object({ records: z.array(LedgerRecord), count: z.int(), hasMore: z.boolean() }),
  }),
  /** Whether the company has accepted that WhatsApp by QR code is unofficial. */
  notice: endpoint('GET', '/whatsapp/notice', { reply: Notice }),
  acceptNotice: endpoint('POST', '/whatsapp/notice', { reply: Notice }),
};

export const connectionLive = liveChannel(
  'whatsapp',
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('update'), whatsapp: Connection }),
    z.object({ action: z.literal('delete'), whatsappId: z.int() }),
  ]),
);

/** Progress of a session. The QR code is only sent to users who may pair the connection. */
export const connectionSessionLive = liveChannel(
  'whatsappSession',
  z.object({
    action: z.literal('update'),
    session: z.object({
      id: z.int(),
      name: z.string(),
      status: z.enum(connectionStatuses),
      updatedAt: Instant,
      retries: z.int(),
      qrcode: z.string().optional(),
    }),
  }),
);

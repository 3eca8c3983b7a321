import { z } from 'zod';
import { Done, endpoint, Instant, idText } from './kit.ts';
import { mediaTypes } from './messages.ts';

const ofConnection = z.object({ whatsappId: idText('connection') });
const phone = z
  .string()
  .trim()
  .regex(/^\d{8,20}$/, 'invalidNumber');
const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());

/** What a simulated customer does, or what is typed on the company's own phone when `fromMe`. */
export const SimulatedMessage = z.object({
  number: phone,
  name: z.string().trim().max(100).optional(),
  body: z.string().max(65_536).default(''),
  id: z.string().trim().min(1).max(100).optional(),
  quotedId: z.string().max(100).optional(),
  fromMe: flag.default(false),
  mediaType: z.enum(mediaTypes).optional(),
  mediaUrl: z.string().max(2000).optional(),
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
  at: Instant,
});
export type PhoneMessage = z.output<typeof PhoneMessage>;

/** How the simulated network misbehaves. What is absent stays as it was. */
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
    body: z.object({ id: z.string().min(1).max(100), ack: z.int().min(1).max(5) }),
    reply: Done,
  }),
  call: endpoint('POST', '/simulator/:whatsappId/calls', {
    params: ofConnection,
    body: z.object({ number: phone, name: z.string().trim().max(100).optional() }),
    reply: z.object({ id: z.string() }),
  }),
  faults: endpoint('POST', '/simulator/:whatsappId/faults', { params: ofConnection, body: Faults, reply: Faults }),
};

import { z } from 'zod';
import { Done, endpoint, Instant, idText, ignoredCompany, liveChannel } from './kit.ts';

/** What a company's own servers may be told of. */
export const webhookEvents = [
  'ticket.created',
  'ticket.updated',
  'message.created',
  'message.updated',
  'contact.created',
  'contact.updated',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** Of a company. Each event is told to all of them. */
export const maxWebhooks = 20;

export const Webhook = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  active: z.boolean(),
  /** Since when no delivery has arrived; null while they do. */
  failingSince: Instant.nullable(),
  /** When it was switched off by itself, after days on which nothing arrived; null once somebody has switched it on again. */
  disabledAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Webhook = z.output<typeof Webhook>;

const name = z.string({ error: 'required' }).trim().min(1, { error: 'required', abort: true }).min(2, 'tooShort').max(100, 'tooLong');
/**
 * Without credentials. The server refuses private addresses, plain http and closed ports when it is saved (`privateAddress`,
 * `plainHttp`, `closedPort`), and checks with each delivery where the name leads.
 */
const webAddress = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;
const url = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required', abort: true })
  .max(2_000, { error: 'tooLong', abort: true })
  .regex(webAddress, 'invalidAddress');
const events = z
  .array(z.enum(webhookEvents), { error: 'required' })
  .min(1, 'required')
  .max(webhookEvents.length, 'invalidList')
  .transform((given) => webhookEvents.filter((event) => given.includes(event)));
/** Left out or empty: one is made, or the one there is stays. */
const secret = z.union([z.literal(''), z.string().min(16, 'tooShort').max(200, 'tooLong')]).optional();

export const WebhookInput = z.object({ name, url, events, secret, active: z.boolean().default(true), ...ignoredCompany });
export const WebhookUpdate = z.object({
  name: name.optional(),
  url: url.optional(),
  events: events.optional(),
  secret,
  active: z.boolean().optional(),
  ...ignoredCompany,
});

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
/**
 * Why an attempt did not arrive. `status`: the receiver answered with something else than 2xx; `redirect`: it sent us elsewhere, where
 * we do not go; `refused`: the address is not a public one reached by https.
 */
export const deliveryErrors = ['status', 'redirect', 'refused', 'unreachable', 'timeout'] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

/** One event for one webhook. `error` says why the last attempt did not arrive, `status` what the receiver answered to it. */
export const WebhookDelivery = z.object({
  id: z.int(),
  webhookId: z.int(),
  /** The `id` of the body and `X-Prosa-Delivery`: the same in every attempt. */
  delivery: z.uuid(),
  event: z.enum(webhookEvents),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  status: z.int().nullable(),
  error: z.enum(deliveryErrors).nullable(),
  milliseconds: z.int().nullable(),
  createdAt: Instant,
  lastAt: Instant.nullable(),
  /** When it is tried next; null unless it waits for another attempt. */
  nextAt: Instant.nullable(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const one = z.object({ id: idText('webhook') });
const page = z.object({ pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1), ...ignoredCompany });
export const webhooksApi = {
  list: endpoint('GET', '/webhooks', {
    query: page,
    reply: z.object({ webhooks: z.array(Webhook), count: z.int(), hasMore: z.boolean() }),
  }),
  /** The only answer that shows the secret. */
  create: endpoint('POST', '/webhooks', { body: WebhookInput, reply: Webhook.extend({ secret: z.string() }) }),
  update: endpoint('PUT', '/webhooks/:id', { params: one, body: WebhookUpdate, reply: Webhook }),
  remove: endpoint('DELETE', '/webhooks/:id', { params: one, reply: Done }),
  /** Newest first. */
  deliveries: endpoint('GET', '/webhooks/:id/deliveries', {
    params: one,
    query: page,
    reply: z.object({ records: z.array(WebhookDelivery), count: z.int(), hasMore: z.boolean() }),
  }),
  /** Sends it again, whatever became of it, under the same id. */
  replay: endpoint('POST', '/webhooks/deliveries/:id/replay', {
    params: z.object({ id: idText('webhookDelivery') }),
    reply: WebhookDelivery,
  }),
};

export const webhookLive = liveChannel(
  'webhook',
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), webhook: Webhook }),
    z.object({ action: z.literal('delete'), webhookId: z.int() }),
  ]),
);

import { createHmac } from 'node:crypto';
import type { WebhookEvent } from '@prosa/contracts/webhooks';

/** An event of the live channel, as it is stored. */
export type StoredEvent = { channel: string; data: Record<string, unknown> };
/** What a webhook is told: `about` is what must stay in order. */
export type Told = { event: WebhookEvent; about: string; data: unknown };

type WithId = { id: number };

/**
 * What one event of the live channel means for webhooks. `takeNew` says of a ticket whether nobody has told of it yet, once. A message
 * also moves its ticket, of which no event of its own tells.
 */
export function toldBy({ channel, data }: StoredEvent, takeNew: (ticketId: number) => boolean): Told[] {
  const { action } = data;
  if (channel === 'contact' && (action === 'create' || action === 'update')) {
    const contact = withId(data.contact);
    if (!contact) return [];
    return [{ event: action === 'create' ? 'contact.created' : 'contact.updated', about: `contact ${contact.id}`, data: contact }];
  }
  if (channel === 'ticket' && action === 'update') return tellOfTicket(data.ticket, takeNew);
  if (channel === 'appMessage' && (action === 'create' || action === 'update')) return tellOfMessage(action, data, takeNew);
  return [];
}

function tellOfTicket(given: unknown, takeNew: (ticketId: number) => boolean): Told[] {
  const ticket = withId(given);
  if (!ticket) return [];
  return [{ event: takeNew(ticket.id) ? 'ticket.created' : 'ticket.updated', about: `ticket ${ticket.id}`, data: ticket }];
}

function tellOfMessage(action: 'create' | 'update', data: Record<string, unknown>, takeNew: (ticketId: number) => boolean): Told[] {
  const message = withId(data.message);
  if (!message) return [];
  const { ticketId } = Object(message);
  // Of a message without a ticket only the order of what becomes of it is kept.
  const about = typeof ticketId === 'number' ? `ticket ${ticketId}` : `message ${message.id}`;
  const told: Told = { event: action === 'create' ? 'message.created' : 'message.updated', about, data: message };
  const ticket = action === 'create' ? tellOfTicket(data.ticket, takeNew) : [];
  return ticket[0]?.event === 'ticket.created' ? [...ticket, told] : [told, ...ticket];
}

function withId(given: unknown): WithId | undefined {
  if (typeof given !== 'object' || given === null || !('id' in given) || typeof given.id !== 'number') return undefined;
  return { ...given, id: given.id };
}

const seconds = 1_000;
const hours = 3_600_000;
const shortest = 10 * seconds;
const longest = 24 * hours;
/** A delivery that could not be made for so long is given up, and a webhook by which nothing arrived is switched off. */
export const patience = 72 * hours;
/** However long a receiver was away, it is asked again after this time at the latest, where something is due. */
const longestPause = 1 * hours;

const ageOf = (since: Date | null, now: Date) => (since ? now.getTime() - since.getTime() : 0);

/** Each wait is as long as all before it: from ten seconds to a day. Nothing where it is not tried again. */
export function nextAttempt(firstAt: Date | null, now: Date): Date | undefined {
  const age = ageOf(firstAt, now);
  if (age >= patience) return undefined;
  return new Date(now.getTime() + Math.min(Math.max(age, shortest), longest));
}

/** Until when a receiver that did not answer is left alone. */
export const pauseUntil = (failingSince: Date | null, now: Date): Date =>
  new Date(now.getTime() + Math.min(Math.max(ageOf(failingSince, now), shortest), longestPause));

export const isGivenUp = (failingSince: Date | null, now: Date): boolean => ageOf(failingSince, now) >= patience;

/** Whether the receiver itself is out of order, and not this one delivery. */
export const isOutage = (status: number | null): boolean => status === null || status === 429 || status >= 500;

export const signatureOf = (secret: string, at: Date, body: string): string => {
  const t = Math.floor(at.getTime() / seconds);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};

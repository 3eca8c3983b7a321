import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isGivenUp, isOutage, nextAttempt, pauseUntil, signatureOf, toldBy } from './webhooks.rules.ts';

const now = new Date('2026-11-16T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const waitOf = (at: Date | undefined) => at && (at.getTime() - now.getTime()) / 1_000;

test('each wait is as long as all before it, from ten seconds to a day, and after three days it is given up', () => {
  expect([null, ago(5), ago(20), ago(3_600), ago(90_000)].map((first) => waitOf(nextAttempt(first, now)))).toEqual([
    10, 10, 20, 3_600, 86_400,
  ]);
  expect(nextAttempt(ago(72 * 3_600), now)).toBeUndefined();
  let [at, attempts] = [now, 1];
  for (let next = nextAttempt(now, at); next; next = nextAttempt(now, at)) [at, attempts] = [next, attempts + 1];
  expect(attempts).toBeLessThan(25);
});

test('a receiver that does not answer is left alone for an hour at most, and given up after three days', () => {
  expect([null, ago(60), ago(50_000)].map((since) => waitOf(pauseUntil(since, now)))).toEqual([10, 60, 3_600]);
  expect([null, ago(71 * 3_600), ago(72 * 3_600)].map((since) => isGivenUp(since, now))).toEqual([false, false, true]);
  expect([null, 200, 301, 400, 410, 429, 500, 503].map(isOutage)).toEqual([true, false, false, false, false, true, true, true]);
});

test('the signature can be checked by who knows the secret', () => {
  const t = now.getTime() / 1_000;
  const expected = createHmac('sha256', 'segredo').update(`${t}.{"a":"ç"}`).digest('hex');
  expect(signatureOf('segredo', now, '{"a":"ç"}')).toBe(`t=${t},v1=${expected}`);
});

describe('what events of the live channel tell webhooks', () => {
  const told = (channel: string, data: Record<string, unknown>, fresh: number[] = []) =>
    toldBy({ channel, data }, (id) => fresh.includes(id)).map(({ event, about }) => `${event} (${about})`);
  const message = { id: 7, ticketId: 5 };

  test.each([
    ['contact', { action: 'create', contact: { id: 3 } }, ['contact.created (contact 3)']],
    ['contact', { action: 'update', contact: { id: 3 } }, ['contact.updated (contact 3)']],
    ['contact', { action: 'delete', contactId: 3 }, []],
    ['ticket', { action: 'update', ticket: { id: 5 }, ticketId: 5 }, ['ticket.updated (ticket 5)']],
    ['ticket', { action: 'updateUnread', ticketId: 5 }, []],
    ['ticket', { action: 'delete', ticketId: 5 }, []],
    ['appMessage', { action: 'update', message }, ['message.updated (ticket 5)']],
    ['appMessage', { action: 'create', message, ticket: { id: 5 } }, ['message.created (ticket 5)', 'ticket.updated (ticket 5)']],
    ['appMessage', { action: 'create', message: { id: 7, ticketId: null }, ticket: null }, ['message.created (message 7)']],
    ['whatsapp', { action: 'update' }, []],
  ] as const)('%s %j', (channel, data, expected) => expect(told(channel, data)).toEqual(expected));

  test('a ticket that is new comes before what was said in it', () => {
    expect(told('appMessage', { action: 'create', message, ticket: { id: 5 } }, [5])).toEqual([
      'ticket.created (ticket 5)',
      'message.created (ticket 5)',
    ]);
    expect(told('ticket', { action: 'update', ticket: { id: 5 } }, [5])).toEqual(['ticket.created (ticket 5)']);
  });
});

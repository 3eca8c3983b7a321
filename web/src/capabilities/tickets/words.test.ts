// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { ticketsMessages } from './tickets.messages.ts';

test.each(['pt', 'en', 'es'] as const)('the two tabs of a phone are told apart in %s', (language) => {
  const { ticket, tickets } = ticketsMessages[language];
  expect(tickets.replace(/s$/, '')).not.toBe(ticket);
});

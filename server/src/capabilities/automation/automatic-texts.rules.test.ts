import { expect, test } from 'vitest';
import type { TicketState } from '../tickets/tickets.rules.ts';
import { type Automation, textOfMove } from './automatic-texts.rules.ts';

const quiet: Automation = { greetsOnAccept: false, tellsOfTransfer: false, asksForRating: false, ratingMessage: '', completionMessage: '' };
const loud: Automation = {
  greetsOnAccept: true,
  tellsOfTransfer: true,
  asksForRating: true,
  ratingMessage: 'Gostou?',
  completionMessage: 'Até logo',
};
const open: TicketState = { status: 'open', userId: 1, queueId: 1 };
const waiting: TicketState = { status: 'pending', userId: null, queueId: 1 };
const closed: TicketState = { status: 'closed', userId: 1, queueId: 1 };
const said = (
  what: 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer',
  before: TicketState,
  next: TicketState,
  automation = loud,
  isGroup = false,
) => textOfMove({ what, next }, { ...before, isGroup }, automation)?.text;

test('what is said on each move, and in groups nothing', () => {
  expect(said('accept', waiting, open)).toMatch(/^Mensagem Automática:\n.*\*\{\{user\}\}\*.*continuar o seu atendimento/);
  expect(said('transfer', open, { ...waiting, queueId: 2 })).toContain('*{{queue}}*');
  expect(said('transfer', open, { ...open, userId: 2 })).toContain('*{{user}}*');
  expect(said('transfer', open, { ...open, userId: 2, queueId: 2 })).toMatch(/\{\{queue\}\}.*\{\{user\}\}/);
  expect(said('transfer', open, { ...waiting, queueId: null })).toBeUndefined();
  expect(said('return', open, waiting)).toBeUndefined();
  expect(said('reopen', closed, open)).toBeUndefined();
  expect(said('resolve', open, closed)).toMatch(/^Gostou\?\n\n.*1 a 3/);
  expect(said('resolve', waiting, closed)).toBe('Até logo');
  expect(said('resolve', open, closed, { ...loud, asksForRating: false })).toBe('Até logo');
  for (const [what, before, next] of [
    ['accept', waiting, open],
    ['transfer', open, { ...open, userId: 2 }],
    ['resolve', open, closed],
  ] as const) {
    expect(said(what, before, next, quiet), what).toBeUndefined();
    expect(said(what, before, next, loud, true), what).toBeUndefined();
  }
});

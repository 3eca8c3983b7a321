import { expect, test } from 'vitest';
import { type Automation, ratingIn, textOfMove } from './automatic-texts.rules.ts';
import { rangesOf } from '../tickets/ticket-list.rules.ts';
import { type Person, ratingAmong, type Standing, settleCreation } from '../tickets/tickets.rules.ts';

const quiet: Automation = { greetsOnAccept: false, tellsOfTransfer: false, asksForRating: false, ratingMessage: '', completionMessage: '' };
const loud: Automation = {
  greetsOnAccept: true,
  tellsOfTransfer: true,
  asksForRating: true,
  ratingMessage: 'Gostou?',
  completionMessage: 'Até logo',
};
const open: Standing = { status: 'open', userId: 1, queueId: 1 };
const waiting: Standing = { status: 'pending', userId: null, queueId: 1 };
const closed: Standing = { status: 'closed', userId: 1, queueId: 1 };
const said = (
  what: 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer',
  before: Standing,
  next: Standing,
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

test('a rating is 1, 2 or 3 and nothing else', () => {
  expect(['1', ' 2\n', '3', '0', '4', '12', '2.5', 'um', '', '３'].map(ratingIn)).toEqual([
    1,
    2,
    3,
    ...Array.from({ length: 7 }, () => undefined),
  ]);
});

test('only the first word after the question counts, while the question stands', () => {
  const at = new Date('2026-03-10T12:00:00Z');
  const asked = { status: 'closed' as const, ratingUntil: new Date('2026-03-10T12:00:01Z') };
  const words = (...texts: string[]) => texts.map((text, n) => ({ id: String(n), text }));
  expect(ratingAmong(asked, at, words('3', 'oi'))).toBe(3);
  expect(ratingAmong(asked, at, words('oi', '3'))).toBeUndefined();
  expect(ratingAmong(asked, at, [])).toBeUndefined();
  expect(ratingAmong({ ...asked, ratingUntil: at }, at, words('3'))).toBeUndefined();
  expect(ratingAmong({ ...asked, ratingUntil: null }, at, words('3'))).toBeUndefined();
  expect(ratingAmong({ ...asked, status: 'open' }, at, words('3'))).toBeUndefined();
});

const person = (over: Partial<Person> = {}): Person => ({ userId: 7, profile: 'user', queueIds: [1, 2], allTicket: false, ...over });

test('who begins what', () => {
  const begin = (who: Person, input: { queueId?: number | null; userId?: number | null; status?: 'open' | 'pending' }) =>
    settleCreation(who, { status: 'open', ...input });
  expect(begin(person(), { queueId: 1 })).toEqual({ standing: { status: 'open', userId: 7, queueId: 1 } });
  expect(begin(person(), { queueId: 1, status: 'pending' })).toEqual({ standing: { status: 'pending', userId: null, queueId: 1 } });
  expect(begin(person(), {})).toEqual({ refused: 'ERR_VALIDATION', details: [{ path: 'queueId', message: 'required' }] });
  expect(begin(person(), { queueId: 3 })).toEqual({ refused: 'ERR_NO_PERMISSION' });
  expect(begin(person(), { queueId: 1, userId: 8 })).toEqual({ refused: 'ERR_NO_PERMISSION' });
  expect(begin(person({ profile: 'supervisor' }), { queueId: 1, userId: 8 })).toMatchObject({ standing: { userId: 8 } });
  expect(begin(person({ profile: 'admin', queueIds: [] }), {})).toMatchObject({ standing: { userId: 7, queueId: null } });
});

test('the ranges of a list are the reader’s own, and no more than are asked for', () => {
  const asked = { showAll: false, withUnreadMessages: false, queueIds: undefined, users: undefined };
  expect(rangesOf(person(), { ...asked, status: 'open' })).toEqual([{ status: 'open', by: 'user', ids: [7] }]);
  expect(rangesOf(person({ allTicket: true }), { ...asked, status: 'pending', queueIds: [2, 3] })).toEqual([
    { status: 'pending', by: 'user', ids: [7] },
    { status: 'pending', by: 'queue', ids: [2, 0] },
  ]);
  expect(rangesOf(person({ profile: 'supervisor' }), { ...asked, status: 'open', showAll: true })).toEqual([
    { status: 'open', by: 'user', ids: [7] },
    { status: 'open', by: 'queue', ids: [1, 2] },
  ]);
  expect(rangesOf(person({ profile: 'admin' }), { ...asked, status: 'closed' })).toEqual([{ status: 'closed', by: 'every queue' }]);
  expect(rangesOf(person({ profile: 'admin' }), { ...asked, status: 'closed', users: [4, 5] })).toEqual([
    { status: 'closed', by: 'user', ids: [4, 5] },
  ]);
  expect(rangesOf(person(), { ...asked, status: 'closed', users: [4] }).map(({ by }) => by)).toEqual(['user', 'queue', 'former']);
});

import { expect, test } from 'vitest';
import { rangesOf } from './ticket-list.rules.ts';
import { decideCreation, type TicketUser } from './tickets.rules.ts';

const person = (over: Partial<TicketUser> = {}): TicketUser => ({
  userId: 7,
  profile: 'user',
  queueIds: [1, 2],
  allTicket: false,
  ...over,
});

test('who begins what', () => {
  const begin = (who: TicketUser, input: { queueId?: number | null; userId?: number | null; status?: 'open' | 'pending' }) =>
    decideCreation(who, { status: 'open', ...input });
  expect(begin(person(), { queueId: 1 })).toEqual({ state: { status: 'open', userId: 7, queueId: 1 } });
  expect(begin(person(), { queueId: 1, status: 'pending' })).toEqual({ state: { status: 'pending', userId: null, queueId: 1 } });
  expect(begin(person(), {})).toEqual({ refused: 'ERR_VALIDATION', details: [{ path: 'queueId', message: 'required' }] });
  expect(begin(person(), { queueId: 3 })).toEqual({ refused: 'ERR_NO_PERMISSION' });
  expect(begin(person(), { queueId: 1, userId: 8 })).toEqual({ refused: 'ERR_NO_PERMISSION' });
  expect(begin(person({ profile: 'supervisor' }), { queueId: 1, userId: 8 })).toMatchObject({ state: { userId: 8 } });
  expect(begin(person({ profile: 'admin', queueIds: [] }), {})).toMatchObject({ state: { userId: 7, queueId: null } });
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

import { profiles } from '@prosa/contracts/permissions';
import { expect, test } from 'vitest';
import { showsAll, usersAsked } from './ticket-list.rules.ts';
import type { TicketUser } from './tickets.rules.ts';

const of = (profile: TicketUser['profile']): TicketUser => ({ userId: 7, profile, queueIds: [1], allTicket: false });

test('"Admin alone: … user filter in ticket search": from anybody else it is not heard', () => {
  expect(profiles.map((profile) => [profile, usersAsked(of(profile), { users: [4, 5] })])).toEqual([
    ['user', undefined],
    ['supervisor', undefined],
    ['admin', [4, 5]],
  ]);
  expect(usersAsked(of('admin'), { users: [] })).toBeUndefined();
});

test('"Only who may show all gets showAll"', () => {
  expect(profiles.map((profile) => [profile, showsAll(of(profile), { showAll: true })])).toEqual([
    ['user', false],
    ['supervisor', true],
    ['admin', true],
  ]);
  expect(showsAll(of('admin'), { showAll: false })).toBe(false);
});

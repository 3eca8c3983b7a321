import { expect, test } from 'vitest';
import { judgeRefresh, refreshDays, refreshTokenOf, sessionExpiry, sessionNamedBy } from './session.rules.ts';

const now = new Date('2026-03-10T12:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const session = { expiresAt: inSeconds(3600), revokedAt: null };
const unused = { issuedAt: inSeconds(-900), usedAt: null, successorUsed: false };
const usedAgo = (seconds: number) => ({ ...unused, usedAt: inSeconds(-seconds) });
const revoked = { ...session, revokedAt: inSeconds(-1) };

test.each([
  ['one that was not used yet', session, unused, 'first'],
  ['one used a moment ago: a second tab, or the answer got lost', session, usedAgo(1), 'again'],
  ['one used thirty seconds ago', session, usedAgo(30), 'again'],
  ['one used longer ago than that', session, usedAgo(30.001), 'reused'],
  ['one used a moment ago, whose successor was used since', session, { ...usedAgo(1), successorUsed: true }, 'reused'],
  ['one of which nothing is known any more', session, undefined, 'reused'],
  ['an unused one that is seven days old', session, { ...unused, issuedAt: inSeconds(-7 * 86_400) }, 'ended'],
  ['an unused one of an ended session', revoked, unused, 'ended'],
  ['one used long ago, of an ended session', revoked, usedAgo(60), 'ended'],
  ['an unused one at the moment its session expires', { ...session, expiresAt: now }, unused, 'ended'],
] as const)('%s', (_what, account, shown, verdict) => {
  expect(judgeRefresh(account, shown, now)).toBe(verdict);
});

test('a token names its session; one that was given out before names none', () => {
  const id = '5a4c3a3e-0000-4000-8000-000000000000';
  expect(sessionNamedBy(refreshTokenOf(id, 'secret'))).toBe(id);
  for (const other of ['secret', id, `${id}x.secret`, '']) expect(sessionNamedBy(other), other).toBeUndefined();
});

test('a session lasts seven days from its last refresh', () => {
  expect(refreshDays).toBe(7);
});

const hours = 3600;
const days = 24 * hours;

test.each([
  ['a new session of a user', 0, false, 7 * days],
  ['a session of a user after 22 days', -22 * days, false, 7 * days],
  ['a session of a user after 29 days', -29 * days, false, 1 * days],
  ['a session of a user after 30 days', -30 * days, false, 0],
  ['a new session of a super user', 0, true, 8 * hours],
  ['a session of a super user after 7 hours', -7 * hours, true, 1 * hours],
  ['a session of a super user after 9 hours', -9 * hours, true, -1 * hours],
])('%s ends with the next seven days or with its lifetime, whichever is first', (_which, createdAt, isSuper, end) => {
  expect(sessionExpiry(inSeconds(createdAt), isSuper, now)).toEqual(inSeconds(end));
});

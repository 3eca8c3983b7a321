import { expect, test } from 'vitest';
import { judgeRefresh, refreshDays, refreshTokenOf, sessionNamedBy } from './session.rules.ts';

const now = new Date('2026-03-10T12:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const session = { refreshHash: 'new', previousHash: 'old', rotatedAt: inSeconds(-60), expiresAt: inSeconds(3600), revokedAt: null };

test.each([
  ['the present token', session, 'new', 'current'],
  ['the one before, a minute later', session, 'old', 'reused'],
  ['the one before, from a second tab at the same moment', { ...session, rotatedAt: inSeconds(-1) }, 'old', 'just-rotated'],
  ['the one before, ten seconds later', { ...session, rotatedAt: inSeconds(-10) }, 'old', 'just-rotated'],
  ['the one before, after that', { ...session, rotatedAt: inSeconds(-10.001) }, 'old', 'reused'],
  ['one from long ago, right after a refresh', { ...session, rotatedAt: inSeconds(-1) }, 'older', 'reused'],
  ['the present token of an ended session', { ...session, revokedAt: inSeconds(-1) }, 'new', 'ended'],
  ['the one before of an ended session', { ...session, revokedAt: inSeconds(-1), rotatedAt: inSeconds(-1) }, 'old', 'ended'],
  ['the present token at the moment it expires', { ...session, expiresAt: now }, 'new', 'ended'],
] as const)('%s', (_what, standing, presented, verdict) => {
  expect(judgeRefresh(standing, presented, now)).toBe(verdict);
});

test('the one before, once its successor was handed over', () => {
  const justNow = { ...session, rotatedAt: now };
  expect(judgeRefresh(justNow, 'old', now, true)).toBe('reused');
  expect(judgeRefresh(justNow, 'new', now, true)).toBe('current');
});

test('a token names its session; one that was given out before names none', () => {
  const id = '5a4c3a3e-0000-4000-8000-000000000000';
  expect(sessionNamedBy(refreshTokenOf(id, 'secret'))).toBe(id);
  for (const other of ['secret', id, `${id}x.secret`, '']) expect(sessionNamedBy(other), other).toBeUndefined();
});

test('a session lasts seven days from its last refresh', () => {
  expect(refreshDays).toBe(7);
});

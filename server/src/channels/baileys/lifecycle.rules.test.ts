import { describe, expect, test } from 'vitest';
import { type Attempts, afterClose, noAttempts } from './lifecycle.rules.ts';

const closing = { stood: 0, isPaired: true, now: 0 };
const after = (code: number | undefined, before: Attempts = noAttempts, more: Partial<typeof closing> = {}) =>
  afterClose(before, { ...closing, code, ...more }, 0.5);

describe('a socket to WhatsApp has closed', () => {
  test.each([
    [401, { next: 'end', status: 'DISCONNECTED', why: 'loggedOut', forget: true }],
    [403, { next: 'end', status: 'DISCONNECTED', why: 'banned', forget: false }],
    [405, { next: 'end', status: 'DISCONNECTED', why: 'versionRefused', forget: false }],
    [411, { next: 'end', status: 'DISCONNECTED', why: 'badSession', forget: true }],
  ])('%i ends it', (code, next) => expect(after(code)).toEqual(next));

  test('515 starts anew at once, at most five times in a row', () => {
    let attempts = noAttempts;
    for (let time = 0; time < 5; time += 1) {
      const next = after(515, attempts);
      expect(next).toMatchObject({ next: 'again', after: 0 });
      if (next.next === 'again') ({ attempts } = next);
    }
    expect(after(515, attempts)).toMatchObject({ next: 'again', after: 1_000 });
    expect(after(515, attempts, { stood: 120_000 })).toMatchObject({ next: 'again', after: 0 });
  });

  test('440 is taken back once, after half a minute, and then left to the other', () => {
    const first = after(440);
    expect(first).toMatchObject({ next: 'again', after: 30_000, why: 'replaced' });
    if (first.next !== 'again') return;
    expect(after(440, first.attempts, { stood: 5_000 })).toMatchObject({ next: 'end', why: 'replaced', forget: false });
    expect(after(440, first.attempts, { stood: 3_600_000 })).toMatchObject({ next: 'again' });
  });

  test('408 without a pairing means that nobody read the code', () => {
    expect(after(408, noAttempts, { isPaired: false })).toMatchObject({ next: 'end', status: 'DISCONNECTED', why: 'qrExpired' });
    expect(after(408)).toMatchObject({ next: 'again', after: 1_000 });
  });

  test('anything else is tried again, ever more slowly, until two minutes have passed', () => {
    let attempts = noAttempts;
    const pauses: number[] = [];
    let now = 0;
    for (;;) {
      const next = after(428, attempts, { now });
      if (next.next === 'end') {
        expect(next).toEqual({ next: 'end', status: 'TIMEOUT', why: 'noNetwork', forget: false });
        break;
      }
      pauses.push(next.after);
      ({ attempts } = next);
      now += next.after;
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
    expect(after(428, attempts, { stood: 10, now })).toMatchObject({ next: 'again', after: 1_000 });
  });

  test('a bad session is given up after a few attempts', () => {
    const bad = { ...noAttempts, failed: 4, since: 0 };
    expect(after(500, bad)).toEqual({ next: 'end', status: 'DISCONNECTED', why: 'badSession', forget: false });
    expect(after(500)).toMatchObject({ next: 'again', why: 'badSession' });
  });

  test('pauses differ, so that many do not come back at the same moment', () => {
    const [low, high] = [0, 1].map((random) => afterClose(noAttempts, { ...closing, code: 428 }, random));
    expect(low).toMatchObject({ after: 750 });
    expect(high).toMatchObject({ after: 1_250 });
  });
});

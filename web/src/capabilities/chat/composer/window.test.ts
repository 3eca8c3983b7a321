import { describe, expect, test } from 'vitest';
import { closed, hoursAndMinutes, openedBy, untilNextMinute, windowAt } from './window.rules.ts';

const now = Date.parse('2026-11-16T12:00:00.000Z');
const hour = 3_600_000;
const at = (hours: number) => new Date(now + hours * hour).toISOString();
const open = (hours: number) => ({ hours: 24, endsAt: at(hours), isOpen: true });

describe('the service window', () => {
  test('is nothing where the channel has no such bound', () => {
    expect(windowAt({ hours: null, endsAt: null, isOpen: true }, now)).toBeUndefined();
  });

  test('is quiet while there is time, warns in its last two hours, and closes by the clock', () => {
    expect(windowAt(open(3), now)).toMatchObject({ isOpen: true, isEnding: false });
    expect(windowAt(open(1.99), now)).toMatchObject({ isOpen: true, isEnding: true });
    expect(windowAt(open(-0.01), now)).toMatchObject({ isOpen: false, isEnding: false, left: 0 });
    expect(windowAt({ hours: 24, endsAt: null, isOpen: false }, now)).toMatchObject({ isOpen: false });
  });

  test('is opened anew by the customer, from when they wrote', () => {
    const shut = closed(open(-3));
    const message = { fromMe: false, createdAt: at(0) };
    expect(openedBy(shut, message, now)).toEqual({ hours: 24, endsAt: at(24), isOpen: true });
    expect(openedBy(open(3), message, now).endsAt).toBe(at(24));
    expect(openedBy(shut, { ...message, fromMe: true }, now)).toBe(shut);
  });

  test('is neither opened nor shortened by a message that comes a day late', () => {
    const late = { fromMe: false, createdAt: at(-25) };
    const shut = closed(open(-3));
    expect(openedBy(shut, late, now)).toBe(shut);
    expect(openedBy(open(3), late, now).endsAt).toBe(at(3));
  });

  test('is closed by the network whatever our clock says, until the customer writes', () => {
    const shut = closed(open(3));
    expect(windowAt(shut, now)?.isOpen).toBe(false);
    expect(openedBy(shut, { fromMe: false, createdAt: at(0) }, now).isOpen).toBe(true);
    expect(closed(undefined)).toEqual({ hours: 24, endsAt: null, isOpen: false });
  });

  test('counts down in hours and minutes', () => {
    expect([3.2, 1, 0.51, 0.001].map((hours) => hoursAndMinutes(hours * hour))).toEqual(['3 h 12 min', '1 h 0 min', '31 min', '1 min']);
    expect(untilNextMinute(61_000)).toBe(1000);
    expect(untilNextMinute(60_000)).toBe(60_000);
  });
});

import { defaultWeek, type Weekday, type WorkingHours } from '@prosa/contracts/working-hours';
import { describe, expect, test } from 'vitest';
import { openingAt } from './hours.rules.ts';

const on = (weekdayEn: Weekday, startTime: string, endTime: string): WorkingHours => ({
  weekday: weekdayEn,
  weekdayEn,
  startTime,
  endTime,
});
const at = (zone: string, schedules: WorkingHours[], instant: string, holidays: string[] = []) =>
  openingAt({ zone, schedules, holidays }, new Date(instant));

describe('the week that is there from the beginning, in three zones', () => {
  test.each([
    // 2026-11-16 is a Monday.
    ['America/Sao_Paulo', '2026-11-16T10:59:59Z', 'closed'],
    ['America/Sao_Paulo', '2026-11-16T11:00:00Z', 'open'],
    ['America/Sao_Paulo', '2026-11-16T20:59:59Z', 'open'],
    ['America/Sao_Paulo', '2026-11-16T21:00:00Z', 'closed'],
    ['Europe/Lisbon', '2026-11-16T07:59:59Z', 'closed'],
    ['Europe/Lisbon', '2026-11-16T08:00:00Z', 'open'],
    ['Asia/Tokyo', '2026-11-15T22:59:59Z', 'closed'],
    ['Asia/Tokyo', '2026-11-15T23:00:00Z', 'open'],
    ['Asia/Tokyo', '2026-11-16T09:00:00Z', 'closed'],
    // Saturday until noon, Sunday 00:00-00:00.
    ['America/Sao_Paulo', '2026-11-21T14:59:59Z', 'open'],
    ['America/Sao_Paulo', '2026-11-21T15:00:00Z', 'closed'],
    ['America/Sao_Paulo', '2026-11-22T03:00:00Z', 'closed'],
    ['America/Sao_Paulo', '2026-11-22T15:00:00Z', 'closed'],
  ])('%s at %s: %s', (zone, instant, expected) => {
    expect(at(zone, defaultWeek, instant)).toBe(expected);
  });
});

describe('the change to and from daylight saving moves nothing: the clock on the wall counts', () => {
  const everyDay = (['saturday', 'sunday', 'monday'] as const).map((day) => on(day, '08:00', '18:00'));
  test.each([
    // New York goes to daylight saving on 2026-03-08 and back on 2026-11-01.
    ['America/New_York', '2026-03-07T12:59:00Z', 'closed'],
    ['America/New_York', '2026-03-07T13:00:00Z', 'open'],
    ['America/New_York', '2026-03-08T11:59:00Z', 'closed'],
    ['America/New_York', '2026-03-08T12:00:00Z', 'open'],
    ['America/New_York', '2026-10-31T12:00:00Z', 'open'],
    ['America/New_York', '2026-11-01T12:59:00Z', 'closed'],
    ['America/New_York', '2026-11-01T13:00:00Z', 'open'],
    // Lisbon: 2026-03-29. Santiago: 2026-04-05 back, 2026-09-06 forth, at midnight.
    ['Europe/Lisbon', '2026-03-28T08:00:00Z', 'open'],
    ['Europe/Lisbon', '2026-03-29T06:59:00Z', 'closed'],
    ['Europe/Lisbon', '2026-03-29T07:00:00Z', 'open'],
    ['America/Santiago', '2026-04-04T11:00:00Z', 'open'],
    ['America/Santiago', '2026-04-05T11:59:00Z', 'closed'],
    ['America/Santiago', '2026-04-05T12:00:00Z', 'open'],
    ['America/Santiago', '2026-09-06T10:59:00Z', 'closed'],
    ['America/Santiago', '2026-09-06T11:00:00Z', 'open'],
  ])('%s at %s: %s', (zone, instant, expected) => {
    expect(at(zone, everyDay, instant)).toBe(expected);
  });

  test('an hour that comes twice is open twice, and an interval over the night it changes ends when the clock says so', () => {
    const night = [on('saturday', '22:00', '02:00')];
    // 01:30 comes twice in New York on 2026-11-01.
    for (const instant of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']) expect(at('America/New_York', night, instant)).toBe('open');
    expect(at('America/New_York', night, '2026-11-01T07:00:00Z')).toBe('closed');
    // From 01:59 the clock jumps to 03:00 on 2026-03-08.
    expect(at('America/New_York', night, '2026-03-08T06:59:00Z')).toBe('open');
    expect(at('America/New_York', night, '2026-03-08T07:00:00Z')).toBe('closed');
  });
});

describe('intervals', () => {
  const zone = 'America/Sao_Paulo';
  const bar = [on('friday', '20:00', '02:00'), on('monday', '08:00', '12:00'), on('monday', '13:00', '18:00')];
  test.each([
    ['over midnight, before it', '2026-11-21T02:59:00Z', 'open'],
    ['over midnight, after it', '2026-11-21T04:59:00Z', 'open'],
    ['over midnight, at its end', '2026-11-21T05:00:00Z', 'closed'],
    ['the early morning of its own day is not in it', '2026-11-20T04:00:00Z', 'closed'],
    ['a day may have several', '2026-11-16T14:59:00Z', 'open'],
    ['with a break between', '2026-11-16T15:00:00Z', 'closed'],
    ['and on again', '2026-11-16T16:00:00Z', 'open'],
    ['a day that is not named is closed', '2026-11-17T15:00:00Z', 'closed'],
  ])('%s', (_name, instant, expected) => {
    expect(at(zone, bar, instant)).toBe(expected);
  });

  test('a week without any entry is open; 23:59 means until midnight; 00:00 to 00:00, and any empty interval, is closed', () => {
    expect(at(zone, [], '2026-11-16T03:00:00Z')).toBe('open');
    expect(at(zone, [on('monday', '00:00', '23:59')], '2026-11-17T02:59:30Z')).toBe('open');
    expect(at(zone, [on('monday', '00:00', '23:59')], '2026-11-17T03:00:00Z')).toBe('closed');
    expect(at(zone, [on('monday', '00:00', '00:00')], '2026-11-16T15:00:00Z')).toBe('closed');
    expect(at(zone, [on('monday', '12:00', '12:00')], '2026-11-16T15:00:00Z')).toBe('closed');
  });

  test('a holiday is a day of the company’s own calendar, closes what runs into it and what would have begun on it', () => {
    const holidays = ['2026-11-20'];
    expect(at(zone, defaultWeek, '2026-11-20T15:00:00Z', holidays)).toBe('holiday');
    expect(at(zone, [], '2026-11-20T15:00:00Z', holidays)).toBe('holiday');
    // In São Paulo it is still the 19th.
    expect(at(zone, [], '2026-11-20T02:59:00Z', holidays)).toBe('open');
    expect(at('Asia/Tokyo', [], '2026-11-19T15:00:00Z', holidays)).toBe('holiday');
    expect(at(zone, bar, '2026-11-21T04:00:00Z', holidays)).toBe('holiday');
    expect(at(zone, [on('thursday', '20:00', '02:00')], '2026-11-20T04:00:00Z', holidays)).toBe('holiday');
  });

  test('a zone that nobody knows stops no message', () => {
    expect(at('Mars/Olympus', defaultWeek, '2026-11-16T08:00:00Z')).toBe('open');
  });
});

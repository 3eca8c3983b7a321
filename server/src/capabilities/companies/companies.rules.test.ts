import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayIn, isOverdue, trialEnds } from './companies.rules.ts';

const company = { isPlatform: false, status: true, dueDate: '2026-03-10' };

test.each([
  ['the day before it is due', company, '2026-03-09', false],
  ['on the day it is due', company, '2026-03-10', false],
  ['the day after', company, '2026-03-11', true],
  ['the year after', company, '2027-01-01', true],
  ['without a due date', { ...company, dueDate: null }, '2099-01-01', false],
  ['switched off', { ...company, status: false }, '2026-03-01', true],
  ['the platform itself', { ...company, isPlatform: true }, '2099-01-01', false],
  ['the platform itself, switched off', { ...company, isPlatform: true, status: false }, '2099-01-01', false],
] as const)('overdue: %s', (_what, who, today, expected) => {
  expect(isOverdue(who, today)).toBe(expected);
});

test.each([
  ['America/Sao_Paulo', '2026-03-10T02:59:59Z', '2026-03-09'],
  ['America/Sao_Paulo', '2026-03-10T03:00:00Z', '2026-03-10'],
  ['America/Manaus', '2026-03-10T03:30:00Z', '2026-03-09'],
  ['Asia/Tokyo', '2026-03-09T15:00:00Z', '2026-03-10'],
])('in %s, %s is %s', (zone, at, day) => {
  expect(dayIn(zone, new Date(at))).toBe(day);
});

test.each([
  ['2026-03-10T12:00:00Z', '2026-03-13'],
  ['2026-02-27T12:00:00Z', '2026-03-02'],
  ['2026-12-30T02:00:00Z', '2027-01-01'],
])('a trial begun at %s ends on %s', (at, day) => {
  expect(trialEnds('America/Sao_Paulo', new Date(at))).toBe(day);
});

test('a company on trial is never overdue within its three days, in any zone', () => {
  const zones = fc.constantFrom('America/Sao_Paulo', 'America/Noronha', 'Pacific/Auckland', 'Pacific/Pago_Pago', 'UTC');
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(zones, moments, fc.integer({ min: 0, max: 2 * 24 * 60 }), (zone, began, minutes) => {
      const later = new Date(began.getTime() + minutes * 60_000);
      expect(isOverdue({ ...company, dueDate: trialEnds(zone, began) }, dayIn(zone, later))).toBe(false);
    }),
  );
});

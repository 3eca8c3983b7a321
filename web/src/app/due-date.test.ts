// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { daysToPay } from './due-date.ts';

const now = new Date('2026-11-15T15:00:00.000Z');
const company = (dueDate: string | null, trialExpiration: string | null = null) => ({
  id: 1,
  name: 'Padaria',
  dueDate,
  status: true,
  trialExpiration,
  settings: [],
});

test.each([
  ['a trial that has just begun is no warning', '2026-11-18', '2026-11-18', undefined],
  ['its last day but one is', '2026-11-16', '2026-11-16', 1],
  ['who has paid before is warned for five days', '2026-11-18', '2026-10-01', 3],
  ['on the day itself', '2026-11-15', null, 0],
  ['not before', '2026-11-20', null, undefined],
  ['what is over is told otherwise', '2026-11-14', null, undefined],
  ['where nothing is ever due', null, null, undefined],
])('%s', (_, due, trial, expected) => expect(daysToPay(company(due, trial), now)).toBe(expected));

import { expect, test } from 'vitest';
import { initialFilter, periodFrom, spokenMinutes } from './filter.ts';

test('start and end date default to the first of the current month and today', () => {
  expect(initialFilter('2026-11-16')).toEqual({ kind: 'date', from: '2026-11-01', to: '2026-11-16', days: '' });
  expect(periodFrom(initialFilter('2026-11-16'))).toEqual({ period: { date_from: '2026-11-01', date_to: '2026-11-16' } });
});

const byDate = { kind: 'date', days: '' } as const;
test.each([
  [
    { ...byDate, from: '', to: '' },
    { field: 'from', fault: 'noParameter' },
  ],
  [
    { ...byDate, from: '01/11/2026', to: '' },
    { field: 'to', fault: 'noParameter' },
  ],
  [
    { ...byDate, from: '31/02/2026', to: '01/03/2026' },
    { field: 'from', fault: 'invalidDate' },
  ],
  [
    { ...byDate, from: '02/03/2026', to: '01/03/2026' },
    { field: 'to', fault: 'endBeforeStart' },
  ],
  [{ ...byDate, from: '01/03/2026', to: '01/03/2026' }, { period: { date_from: '2026-03-01', date_to: '2026-03-01' } }],
  [{ kind: 'period', from: '', to: '', days: '' } as const, { field: 'days', fault: 'noParameter' }],
  [{ kind: 'period', from: '', to: '', days: '30' } as const, { period: { days: 30 } }],
])('%o asks for %o', (filter, asked) => {
  expect(periodFrom(filter)).toEqual(asked);
});

test('minutes are said as people say them', () => {
  expect([0, 0.4, 12.4, 65, 60 * 24].map(spokenMinutes)).toEqual(['0 min', '< 1 min', '12 min', '1 h 05 min', '24 h 00 min']);
});

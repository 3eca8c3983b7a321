// @vitest-environment jsdom
import '../../../test/browser.ts';
import { beforeEach, expect, test } from 'vitest';
import {
  dayOf,
  daysUntil,
  formatDate,
  formatDateTime,
  formatListTime,
  formatMoney,
  formatNumber,
  formatPhone,
  formatTime,
  setTimeZone,
} from './format.ts';
import { chooseLanguage } from './messages.ts';

const now = new Date(2026, 10, 15, 12, 0);
// A company's zone may be left over from another test.
beforeEach(() => setTimeZone(undefined));

test('dates are day, month, year in every language', () => {
  expect(formatDate('2026-11-05')).toBe('05/11/2026');
  expect(formatDateTime(new Date(2026, 10, 5, 7, 3))).toBe('05/11/2026 07:03');
});

test('numbers are written as in the language of the reader', () => {
  expect(formatNumber(1234.5)).toBe('1.234,5');
  chooseLanguage('en');
  expect(formatNumber(1234.5)).toBe('1,234.5');
  chooseLanguage('pt');
});

test('a list shows the time today, a word for yesterday, then the date', () => {
  expect(formatListTime(new Date(2026, 10, 15, 9, 5), 'pt', now)).toBe('09:05');
  expect(formatListTime(new Date(2026, 10, 14, 23, 59), 'es', now)).toBe('ayer');
  expect(formatListTime(new Date(2026, 10, 13, 23, 59), 'en', now)).toBe('13/11/2026');
});

test('days until a due date count whole days', () => {
  expect(daysUntil('2026-11-15', now)).toBe(0);
  expect(daysUntil('2026-11-18T00:00:00.000Z', now)).toBe(3);
  expect(daysUntil('2026-11-10', now)).toBe(-5);
});

test('money and phones as people write them', () => {
  expect(formatMoney('1234.56').replace(/\s/g, ' ')).toBe('R$ 1.234,56');
  expect(formatPhone('5511987654321')).toBe('+55 (11) 98765-4321');
  expect(formatPhone('351912345678')).toBe('+351912345678');
});

test('times are those of the company’s zone, wherever the browser is', () => {
  const moment = '2026-11-15T02:30:00.000Z';
  setTimeZone('America/Sao_Paulo');
  expect([formatTime(moment), formatDate(moment), dayOf(moment)]).toEqual(['23:30', '14/11/2026', '2026-11-14']);
  setTimeZone('Asia/Tokyo');
  expect([formatTime(moment), formatDate(moment)]).toEqual(['11:30', '15/11/2026']);
  setTimeZone('Nowhere/Else');
  expect(formatTime(moment)).toMatch(/^\d\d:\d\d$/);
  setTimeZone(undefined);
});

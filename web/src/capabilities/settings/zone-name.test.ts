import { expect, test } from 'vitest';
import { zoneName } from './options.ts';

const now = new Date('2026-11-15T12:00:00.000Z');

test.each([
  ['America/Sao_Paulo', 'São Paulo (GMT-3)'],
  ['America/Noronha', 'Fernando de Noronha (GMT-2)'],
  ['Asia/Kolkata', 'Kolkata (GMT+5:30)'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires (GMT-3)'],
  ['Nowhere/At_All', 'At All'],
])('%s is told as %s', (zone, told) => expect(zoneName(zone, now)).toBe(told));

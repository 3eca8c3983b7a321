import { expect, test } from 'vitest';
import { readReason, reasons, reasonText } from './reasons.ts';

test('a stored reason is known again, with what it names', () => {
  expect(readReason(reasonText('accepted'))).toEqual({ reason: 'accepted', values: {} });
  expect(reasonText('nobodyTook', { minutes: 5 })).toBe('nobody took it within 5 minutes');
  expect(readReason('nobody took it within 5 minutes')).toEqual({ reason: 'nobodyTook', values: { minutes: '5' } });
  expect(readReason('Natal 2026')).toBeUndefined();
});

test('no two reasons read alike', () => {
  for (const [reason, sentence] of Object.entries(reasons))
    expect(readReason(sentence.replace(/\{\w+\}/g, '7'))?.reason, sentence).toBe(reason);
});

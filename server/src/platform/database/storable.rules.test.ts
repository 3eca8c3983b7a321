import { expect, test } from 'vitest';
import { toStorable } from './storable.ts';

test('removes NUL, replaces half letters and keeps whole ones, however deep', () => {
  const given = { a: ['x\u0000y', 'ok 🎉', { b: '\ud83d' }], n: 1, no: null };
  expect(toStorable(given)).toEqual({ a: ['xy', 'ok 🎉', { b: '\ufffd' }], n: 1, no: null });
  expect(given.a[0]).toBe('x\u0000y');
});

test('drops keys that would set a prototype', () => {
  const clean = toStorable(JSON.parse('[{"__proto__":{"isAdmin":true},"name":"a\\u0000"},{"__proto__":1}]'));
  expect(clean).toEqual([{ name: 'a' }, {}]);
  expect(JSON.stringify(clean)).toBe('[{"name":"a"},{}]');
});

test('returns the same value when nothing has to change', () => {
  const clean = { a: ['x', { b: 'ção 🎉' }], c: { d: [] } };
  expect(toStorable(clean)).toBe(clean);
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { BrokenContract } from '../outgoing.ts';
import { JsonText, openCheck } from './json-text.ts';

const reply = z.object({ id: z.int(), name: z.string().nullable(), tags: z.array(z.object({ id: z.int() })) });
const right = { id: 1, name: null, tags: [{ id: 2 }] };

test.each([
  ['a field that the contract does not name', { ...right, secret: 'x' }],
  ['one inside a list', { ...right, tags: [{ id: 2, color: 'x' }] }],
  ['a field that is missing', { id: 1, tags: [] }],
  ['a field of another kind', { ...right, id: 'x' }],
])('a reply the database put together is held against its contract: %s', (_what, said) => {
  const check = openCheck(reply, 'the reply');
  expect(() => check(new JsonText(JSON.stringify(said)))).toThrow(BrokenContract);
  expect(() => check(new JsonText(JSON.stringify(right)))).not.toThrow();
});

test('of many replies the first are checked and then one of a hundred; in tests all of them', () => {
  const wrong = new JsonText('{"id":"x"}');
  const faults = (check: (text: JsonText) => void) =>
    Array.from({ length: 300 }, () => {
      try {
        check(wrong);
        return 0;
      } catch {
        return 1;
      }
    }).reduce<number>((sum, each) => sum + each, 0);
  expect(faults(openCheck(reply, 'the reply', () => false))).toBe(23);
  expect(faults(openCheck(reply, 'the reply', () => true))).toBe(300);
});

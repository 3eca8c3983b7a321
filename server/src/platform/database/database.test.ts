import { expect, test } from 'vitest';
import { isTransient } from './database.ts';

const coded = (code: string) => Object.assign(new Error('the database says no'), { code });

test.each([
  ['53100', 'the disk is full'],
  ['53200', 'no memory'],
  ['53300', 'no connection left'],
  ['58030', 'the disk fails'],
  ['57014', 'it took too long'],
  ['57P01', 'the database is shut down'],
  ['08006', 'the connection broke'],
  ['40001', 'another transaction was first'],
  ['ECONNREFUSED', 'nobody listens'],
])('%s (%s) passes: the work is tried again and nobody is blamed', (code) => {
  expect(isTransient(coded(code))).toBe(true);
});

test('a line that fell silent passes', () => {
  expect(isTransient(new Error('Query read timeout'))).toBe(true);
});

test.each(['23505', '22P02', '42703'])('%s is the fault of the work itself', (code) => {
  expect(isTransient(coded(code))).toBe(false);
});

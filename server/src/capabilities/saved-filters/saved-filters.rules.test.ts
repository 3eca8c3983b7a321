import { expect, test } from 'vitest';
import { mayChangeFilter } from './saved-filters.rules.ts';

test.each([
  ['their own', { userId: 1, profile: 'user' }, { userId: 1 }, true],
  ['a colleague’s', { userId: 1, profile: 'admin' }, { userId: 2 }, false],
  ['the company’s as an agent', { userId: 1, profile: 'user' }, { userId: null }, false],
  ['the company’s as a supervisor', { userId: 1, profile: 'supervisor' }, { userId: null }, true],
  ['the company’s as an admin', { userId: 1, profile: 'admin' }, { userId: null }, true],
] as const)('who changes %s', (_, who, of, may) => expect(mayChangeFilter(who, of)).toBe(may));

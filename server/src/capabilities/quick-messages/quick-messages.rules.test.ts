import type { Profile } from '@prosa/contracts/permissions';
import { expect, test } from 'vitest';
import { mayChangeQuickMessage, maySeeQuickMessage } from './quick-messages.rules.ts';

const own = { userId: 1, shared: false };
const shared = { userId: 1, shared: true };
const left = { userId: null, shared: true };

test.each<[string, Profile, number | undefined, typeof left | typeof own, boolean, boolean]>([
  ['the author', 'user', 1, own, true, true],
  ['a colleague', 'user', 2, own, false, false],
  ['an admin', 'admin', 2, own, false, false],
  ['nobody at all', 'user', undefined, own, false, false],
  ['a colleague, of a shared one', 'user', 2, shared, true, false],
  ['a supervisor, of a shared one', 'supervisor', 2, shared, true, false],
  ['an author who is admin no more, of a shared one', 'user', 1, shared, true, false],
  ['an admin, of a shared one', 'admin', 2, shared, true, true],
  ['an admin, of one whose author left', 'admin', 2, left, true, true],
])('%s', (_who, profile, userId, message, sees, changes) => {
  const person = { profile, userId };
  expect([maySeeQuickMessage(person, message), mayChangeQuickMessage(person, message)]).toEqual([sees, changes]);
});

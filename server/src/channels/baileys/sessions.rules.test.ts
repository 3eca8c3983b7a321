import { expect, test } from 'vitest';
import { withoutFailedTries } from './sessions.rules.ts';

const session = (used: number, rootKey: string, more = {}) => ({ indexInfo: { used, closed: -1, ...more }, currentRatchet: { rootKey } });
const record = (sessions: Record<string, ReturnType<typeof session>>) => ({ version: 'v1', _sessions: sessions });

test('only the session that has read a message changes; those it was tried on in vain stay as they were', () => {
  const before = record({ open: session(5, 'a'), older: session(3, 'b') });
  const after = record({ open: session(5, 'stepped in vain'), older: session(9, 'stepped') });
  expect(withoutFailedTries(before, after)).toEqual(record({ open: session(5, 'a'), older: session(9, 'stepped') }));
});

test.each([
  ['the first of a conversation', undefined, record({ new: session(9, 'a') })],
  ['what was encrypted', record({ open: session(5, 'a') }), record({ open: session(5, 'stepped') })],
  [
    'a new session, for which the old one is closed',
    record({ old: session(5, 'a') }),
    record({ old: session(5, 'a', { closed: 9 }), new: session(9, 'b') }),
  ],
  ['what is no session at all', { some: 'thing' }, { another: 'thing' }],
])('%s is stored as it is', (_, before, after) => {
  expect(withoutFailedTries(before, after)).toEqual(after);
});

import { connectionStatuses } from '@prosa/contracts/connections';
import { expect, test } from 'vitest';
import { needsGreeting, shouldKeepRunning } from './connections.rules.ts';

test.each([
  ['no queue', [], '', false],
  ['one queue', [1], '', false],
  ['two queues and no greeting', [1, 2], '', true],
  ['two queues and blanks', [1, 2], ' \n ', true],
  ['two queues and a greeting', [1, 2], 'Escolha: [ 1 ] Vendas', false],
])('a greeting is needed: %s', (_what, queueIds, greeting, expected) => {
  expect(needsGreeting(queueIds, greeting)).toBe(expected);
});

test('a session that ended by itself waits for somebody to ask for it', () => {
  expect(connectionStatuses.filter((status) => !shouldKeepRunning(status))).toEqual(['DISCONNECTED', 'TIMEOUT']);
});

import { expect, test } from 'vitest';
import { describeNames, describeState, readNoted } from './history.rules.ts';

test('a step is noted with its state and the names of then, and read apart again', () => {
  const noted = describeState({ status: 'open', userId: 3, queueId: 2 }, { user: 'Paulo de Souza', queue: 'Pós-venda', by: 'Rui' });
  expect(noted.startsWith('open user:3 queue:2 ')).toBe(true);
  expect(readNoted(noted)).toEqual({
    state: 'open user:3 queue:2',
    names: { user: 'Paulo de Souza', queue: 'Pós-venda', by: 'Rui' },
  });
  expect(readNoted('pending')).toEqual({ state: 'pending', names: {} });
  expect(readNoted(null)).toEqual({ state: null, names: {} });
});

test.each(['x user:7 y', ' user:7 ', 'user:7', 'by=Rui', 'a queue=Vendas b'])('a person called %j is nobody else by it', (name) => {
  const noted = describeState({ status: 'pending', userId: null, queueId: null }, { user: name });
  // Who once served a ticket is looked for by ` user:7 `: a name never reads so.
  expect(`${noted} `).not.toContain(' user:7 ');
  expect(readNoted(noted)).toEqual({ state: 'pending', names: { user: name } });
  expect(readNoted(`closed${describeNames({ by: name })}`)).toEqual({ state: 'closed', names: { by: name } });
});

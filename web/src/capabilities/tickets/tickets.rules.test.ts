import { describe, expect, test } from 'vitest';
import { aMessage } from '../chat/messages/messages.fixture.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { bulkActionsOf } from './bulk/bulk-actions.ts';
import { between } from './bulk/useSelection.ts';
import { actionsOf } from './list/row-actions.ts';
import { nextStop } from './list/useRowFocus.ts';
import { type Found, foundItems, snippet } from './search/found.ts';

describe('the menu of a row', () => {
  test.each([
    ['pending', false, ['accept', 'transfer', 'resolve', 'tags', 'select']],
    ['pending', true, ['accept', 'spy', 'transfer', 'resolve', 'tags', 'select']],
    ['open', false, ['transfer', 'resolve', 'giveBack', 'tags', 'newTab', 'select']],
    ['closed', true, ['reopen', 'spy', 'tags', 'newTab', 'select']],
  ] as const)('of one that is %s, spying %s', (status, maySpy, actions) => expect(actionsOf({ status }, { maySpy })).toEqual(actions));

  test('for many offers what some of them allow', () => {
    expect(bulkActionsOf([{ status: 'open' }, { status: 'closed' }])).toEqual({ accept: false, transfer: true, resolve: true });
    expect(bulkActionsOf([{ status: 'closed' }])).toEqual({ accept: false, transfer: false, resolve: false });
    expect(bulkActionsOf([{ status: 'pending' }])).toEqual({ accept: true, transfer: true, resolve: true });
  });
});

describe('what a search found', () => {
  const tickets = Array.from({ length: 12 }, (_, index) => aTicket({ id: index + 1 }));
  const message = { ...aMessage({ id: 7 }), ticket: aTicket(), contact: aTicket().contact, whatsappId: 1 };
  const none: Found = {
    contacts: [],
    contactCount: 0,
    tickets: [],
    ticketCount: 0,
    moreTickets: false,
    messages: [],
    messageCount: 0,
    unfolded: new Set(),
  };
  const kinds = (found: Partial<Found>) => foundItems({ ...none, ...found }).map(({ kind }) => kind);

  test('is nothing when nothing matches', () => expect(kinds({})).toEqual([]));

  test('shows all tickets when no messages come after them', () => {
    expect(kinds({ tickets, ticketCount: 12 })).toEqual(['heading', ...tickets.map(() => 'ticket')]);
  });

  test('shows the first few tickets before the messages, until they are unfolded', () => {
    const found = { tickets, ticketCount: 12, messages: [message], messageCount: 1 };
    expect(kinds(found)).toEqual(['heading', ...Array.from({ length: 8 }, () => 'ticket'), 'more', 'heading', 'message']);
    expect(kinds({ ...found, unfolded: new Set(['tickets'] as const) })).toEqual([
      'heading',
      ...tickets.map(() => 'ticket'),
      'heading',
      'message',
    ]);
    expect(kinds({ ...found, moreTickets: true, unfolded: new Set(['tickets'] as const) })).toContain('more');
  });

  test('marks the words where they stand, whatever their accents and case', () => {
    expect(snippet('Pode me mandar o BOLÉTO de novo?', 'boleto')).toEqual([
      { text: 'Pode me mandar o ', isMatch: false },
      { text: 'BOLÉTO', isMatch: true },
      { text: ' de novo?', isMatch: false },
    ]);
    expect(snippet('👍🏽 ação 👍🏽 acao', 'acao').filter(({ isMatch }) => isMatch)).toEqual([
      { text: 'ação', isMatch: true },
      { text: 'acao', isMatch: true },
    ]);
  });

  test('begins a long message shortly before the first match', () => {
    const [first] = snippet(`${'x '.repeat(100)}achado no fim`, 'achado');
    expect(first?.text.startsWith('…x x')).toBe(true);
    const [before] = snippet('Bom dia! Pode me mandar o número do pedido?', 'pedido');
    expect(before?.text).toBe('…mandar o número do ');
    expect(snippet('https://loja.example/um-endereco-sem-fim/pedido', 'pedido')[0]?.text).toBe('…um-endereco-sem-fim/');
    expect(snippet('nada aqui', 'achado')).toEqual([{ text: 'nada aqui', isMatch: false }]);
  });
});

test('everything between two rows is chosen, in either direction', () => {
  const rows = [5, 4, 3, 2, 1].map((id) => ({ id }));
  expect(between(rows, 4, 2)).toEqual([4, 3, 2]);
  expect(between(rows, 2, 4)).toEqual([4, 3, 2]);
  expect(between(rows, undefined, 3)).toEqual([3]);
  expect(between(rows, 99, 3)).toEqual([3]);
});

test('keys pass headings by and stay at the ends', () => {
  const stops = [{ isStop: false }, { isStop: true }, { isStop: false }, { isStop: true }];
  const willDo = ({ isStop }: { isStop: boolean }) => isStop;
  expect(nextStop(stops, 1, 1, willDo)).toBe(3);
  expect(nextStop(stops, 3, 1, willDo)).toBe(3);
  expect(nextStop(stops, 3, -1, willDo)).toBe(1);
  expect(nextStop(stops, 1, -1, willDo)).toBe(1);
});

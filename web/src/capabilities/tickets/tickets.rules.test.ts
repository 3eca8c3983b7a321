import { describe, expect, test } from 'vitest';
import { aMessage } from '../chat/messages/messages.fixture.ts';
import { changedTags, tagState } from '../tags/tag-changes.ts';
import { mayTakeBack, wayBack } from '../ticket-actions/way-back.ts';
import { clock, lastWords } from '../ticket-store/last-words.ts';
import { aTicket } from '../ticket-store/tickets.fixture.ts';
import { bulkActionsOf } from './bulk/bulk-actions.ts';
import { between } from './bulk/useSelection.ts';
import { actionsOf } from './list/row-actions.ts';
import { nextStop } from './list/useRowFocus.ts';
import { type Found, foundItems, snippet } from './search/found.ts';

const chip = (id: number) => ({ id, name: `tag ${id}`, color: '#112233' });

describe('the last message of a row', () => {
  const of = (lastMessage: string, mediaType: string | null | undefined, fromMe = false, seconds: number | null = null) =>
    lastWords({ lastMessage, last: mediaType === undefined ? undefined : { fromMe, mediaType, seconds } });

  test.each([
    ['plain text', of('Bom dia', null), { kind: undefined, words: 'Bom dia', fromMe: false }],
    ['one of ours', of('Perfeito', null, true), { kind: undefined, words: 'Perfeito', fromMe: true }],
    ['a picture without words', of('image', 'image'), { kind: 'image', words: '' }],
    ['a picture with words', of('olha isto', 'image'), { kind: 'image', words: 'olha isto' }],
    ['a voice note', of('audio', 'audio', false, 42), { kind: 'audio', words: '', seconds: 42 }],
    ['a place, whose link says nothing', of('https://maps.example/1', 'locationMessage'), { kind: 'locationMessage', words: '' }],
    ['a card with a name', of('Fulano', 'vcard'), { kind: 'vcard', words: 'Fulano' }],
    ['a call', of('call_log', 'call_log'), { kind: 'call_log', words: '' }],
    ['one taken back', of('', null), { kind: undefined, words: '', isDeleted: true }],
    ['one whose kind nobody told', of('video', undefined), { kind: 'video', words: '', fromMe: false }],
    ['the word image, typed', of('image', null), { kind: undefined, words: 'image' }],
    ['nothing at all yet', of('', undefined), { kind: undefined, words: '', isDeleted: false }],
  ])('%s', (_, told, expected) => expect(told).toMatchObject(expected));

  test.each([
    [42, '0:42'],
    [59.6, '1:00'],
    [125, '2:05'],
  ])('%d seconds are %s', (seconds, shown) => expect(clock(seconds)).toBe(shown));
});

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

describe('undoing', () => {
  const mine = { status: 'open', userId: 1, queueId: 10 } as const;
  const waiting = { status: 'pending', userId: null, queueId: 10 } as const;
  test.each([
    ['a resolved ticket is taken again', mine, { ...mine, status: 'closed' }, [{ status: 'open', userId: 1, queueId: 10 }]],
    ['a returned ticket is taken again', mine, waiting, [{ status: 'open', userId: 1, queueId: 10 }]],
    ['one passed to a person is passed back', mine, { ...mine, userId: 2, queueId: 20 }, [{ userId: 1, queueId: 10 }]],
    [
      'a waiting one that was resolved is taken and returned',
      waiting,
      { ...waiting, status: 'closed' },
      [
        { status: 'open', userId: 1, queueId: 10 },
        { status: 'pending', userId: null, queueId: 10 },
      ],
    ],
    ['a waiting one in another queue waits in its own again', waiting, { ...waiting, queueId: 20 }, [waiting]],
  ] as const)('%s', (_, before, now, way) => expect(wayBack(before, now, 1)).toEqual(way));

  const agent = { id: 1, profile: 'user', queues: [{ id: 10 }] };
  test.each([
    ['an admin always may', { ...agent, profile: 'admin' }, { ...mine, userId: 2, queueId: 20 }, true],
    ['an agent may while it waits in a queue of theirs', agent, waiting, true],
    ['not once it waits elsewhere', agent, { ...waiting, queueId: 20 }, false],
    ['not once a colleague serves it', agent, { ...mine, userId: 2 }, false],
    ['a supervisor may in their own queues', { ...agent, profile: 'supervisor' }, { ...mine, userId: 2 }, true],
    ['what was resolved was theirs', agent, { ...mine, status: 'closed' }, true],
  ] as const)('%s', (_, who, now, may) => expect(mayTakeBack(who, now)).toBe(may));
});

describe('what a search found', () => {
  const tickets = Array.from({ length: 12 }, (_, index) => aTicket({ id: index + 1 }));
  const message = { ...aMessage({ id: 7 }), ticket: aTicket(), contact: aTicket().contact };
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
    expect(snippet('nada aqui', 'achado')).toEqual([{ text: 'nada aqui', isMatch: false }]);
  });
});

describe('tags of many tickets', () => {
  const [none, one, both] = [{ tags: [] }, { tags: [chip(1)] }, { tags: [chip(1), chip(2)] }];
  test('are on all, some or none of them', () => {
    expect([tagState([one, both], 1), tagState([one, both], 2), tagState([none, one], 3)]).toEqual(['all', 'some', 'none']);
  });

  test('change where they were touched, and nowhere else', () => {
    const changes = new Map([
      [1, { tag: chip(1), on: false }],
      [3, { tag: chip(3), on: true }],
    ]);
    expect(changedTags(both.tags, changes).map(({ id }) => id)).toEqual([2, 3]);
    const untouched = [chip(9)];
    expect(changedTags(untouched, new Map())).toBe(untouched);
    expect(changedTags(one.tags, new Map([[1, { tag: chip(1), on: true }]]))).toBe(one.tags);
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryIdOf, type MessageFrame } from '../../channels/port.ts';
import { collectConversations, collectPeople, groupsAreIgnored, messageTime } from './inbox.rules.ts';

const frame = (over: Partial<MessageFrame> = {}): MessageFrame => ({
  kind: 'message',
  id: 'A1',
  chat: '5511999990001',
  name: 'Ana',
  isGroup: false,
  fromMe: false,
  participant: '',
  participantName: '',
  body: 'oi',
  sentAt: '2026-03-10T12:00:00.000Z',
  mediaType: null,
  mediaId: null,
  data: null,
  quotedId: null,
  ...over,
});
const waiting = (over: Partial<MessageFrame> = {}, connectionId = 1) => ({ connectionId, frame: frame(over) });

test('everybody who wrote is named once, by the latest name that came', () => {
  const people = collectPeople([
    waiting(),
    waiting({ name: 'Ana Clara' }),
    waiting({ name: '' }),
    waiting({ chat: '5511999990002', name: '' }),
  ]);
  expect(people).toEqual([
    { chat: '5511999990001', name: 'Ana Clara', isGroup: false, connectionId: 1 },
    { chat: '5511999990002', name: '', isGroup: false, connectionId: 1 },
  ]);
});

test("what the company wrote on its own phone does not give the customer the company's name", () => {
  expect(collectPeople([waiting({ fromMe: true, name: 'Padaria do Zé' })])).toEqual([
    { chat: '5511999990001', name: '', isGroup: false, connectionId: 1 },
  ]);
});

test('a conversation is a contact on a connection, with what the customer says in it', () => {
  const contactOf = ({ chat }: MessageFrame) => Number(chat.slice(-1));
  const found = collectConversations(
    [
      waiting(),
      waiting({ fromMe: true }),
      waiting({ id: 'A2', body: 'legenda', mediaType: 'image' }),
      waiting({}, 2),
      waiting({ chat: '5511999990002', fromMe: true }),
    ],
    contactOf,
  );
  expect(found).toEqual([
    {
      contactId: 1,
      connectionId: 1,
      isGroup: false,
      words: [
        { id: 'A1', text: 'oi' },
        { id: 'A2', text: '' },
      ],
    },
    { contactId: 1, connectionId: 2, isGroup: false, words: [{ id: 'A1', text: 'oi' }] },
    { contactId: 2, connectionId: 1, isGroup: false, words: [] },
  ]);
});

test('"CheckMsgIsGroup enabled means group messages are ignored (default)"', () => {
  expect(['enabled', undefined, 'disabled', ''].map(groupsAreIgnored)).toEqual([true, true, false, false]);
});

test('a message is as old as its channel says, never younger than our clock, and now when the channel talks nonsense', () => {
  const now = new Date('2026-03-10T12:00:00.000Z');
  expect(messageTime(frame({ sentAt: '2026-03-10T11:59:00.000Z' }), now)).toBe('2026-03-10T11:59:00.000Z');
  expect(messageTime(frame({ sentAt: '2031-01-01T00:00:00.000Z' }), now)).toBe(now.toISOString());
  expect(messageTime(frame({ sentAt: 'yesterday' }), now)).toBe(now.toISOString());
});

test('two deliveries are the same exactly when conversation, direction, speaker and channel id are', () => {
  const some = fc.record({
    id: fc.constantFrom('A', 'B'),
    chat: fc.constantFrom('1', '2'),
    fromMe: fc.boolean(),
    participant: fc.constantFrom('', '3'),
  });
  fc.assert(
    fc.property(some, some, (a, b) => {
      const same = a.id === b.id && a.chat === b.chat && a.fromMe === b.fromMe && a.participant === b.participant;
      expect(deliveryIdOf(frame(a)) === deliveryIdOf(frame(b))).toBe(same);
    }),
  );
  expect(deliveryIdOf({ kind: 'receipt', id: 'A', ack: 2 })).not.toBe(deliveryIdOf({ kind: 'receipt', id: 'A', ack: 3 }));
});

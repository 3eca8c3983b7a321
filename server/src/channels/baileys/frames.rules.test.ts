import type { proto } from '@whiskeysockets/baileys';
import { describe, expect, test } from 'vitest';
import { type Envelope, framesOf, type Known, receiptsIn } from './frames.ts';

const envelope: Envelope = {
  id: 'A1',
  chat: '5511988887777@s.whatsapp.net',
  chatAlt: undefined,
  participant: undefined,
  participantAlt: undefined,
  fromMe: false,
  name: 'Maria',
  at: 1_790_000_000,
};
const known: Known = {
  me: ['5511900000001:1@s.whatsapp.net', '999:1@lid'],
  numberOf: (privacyId) => (privacyId === '777@lid' ? '5511977776666' : undefined),
  groupName: 'Grupo',
  sealFile: ({ directPath }) => `sealed ${directPath}`,
  silent: false,
};
const read = (message: proto.IMessage, more: Partial<Envelope> = {}) => framesOf({ ...envelope, ...more }, message, known);
const bodyOf = (message: proto.IMessage) => read(message).map((frame) => ('body' in frame ? frame.body : frame.kind));

describe('what a message of WhatsApp comes to', () => {
  test('a text, with who, where and when', () => {
    expect(read({ conversation: 'Oi' })).toEqual([
      {
        kind: 'message',
        id: 'A1',
        chat: '5511988887777',
        name: 'Maria',
        isGroup: false,
        fromMe: false,
        participant: '',
        participantName: '',
        body: 'Oi',
        sentAt: '2026-09-21T14:13:20.999Z',
        mediaType: null,
        mediaId: null,
        data: null,
        quotedId: null,
      },
    ]);
  });

  test.each<[string, proto.IMessage, string]>([
    ['an answer', { extendedTextMessage: { text: 'Sim' } }, 'Sim'],
    ['disappearing, seen once', { ephemeralMessage: { message: { viewOnceMessageV2: { message: { conversation: 'Psiu' } } } } }, 'Psiu'],
    ['a button', { buttonsResponseMessage: { selectedButtonId: '1', selectedDisplayText: 'Vendas' } }, 'Vendas'],
    ['a line of a list', { listResponseMessage: { title: 'Boleto' } }, 'Boleto'],
    ['a template’s button', { templateButtonReplyMessage: { selectedId: '2', selectedDisplayText: 'Parar' } }, 'Parar'],
    ['a poll', { pollCreationMessageV3: { name: 'Quando?', options: [{ optionName: 'Hoje' }] } }, '📊 Quando? \n• Hoje'],
    ['an invitation', { groupInviteMessage: { groupName: 'Clientes' } }, '👥 Clientes'],
  ])('%s is a text', (_what, message, body) => expect(bodyOf(message)).toEqual([body]));

  test.each<[string, proto.IMessage]>([
    ['a key for a group', { senderKeyDistributionMessage: { groupId: 'g' } }],
    ['a vote', { pollUpdateMessage: {} }],
    ['something pinned', { pinInChatMessage: {} }],
    ['a setting', { protocolMessage: { type: 3, key: { id: 'x' } } }],
    ['an album, whose pictures come by themselves', { albumMessage: {} }],
    ['nothing', {}],
  ])('%s is no message', (_what, message) => expect(read(message)).toEqual([]));

  test('stories and channels are no conversations', () => {
    for (const chat of ['status@broadcast', '1@newsletter']) expect(read({ conversation: 'Oi' }, { chat })).toEqual([]);
  });

  test('what the sender’s app found behind a link comes along, as one line each', () => {
    const text = 'Veja https://loja.example/oferta';
    const told = { text, matchedText: 'https://loja.example/oferta', title: 'Oferta\n\u202Edo dia', description: 'x'.repeat(900) };
    expect(read({ extendedTextMessage: told })).toMatchObject([
      {
        body: text,
        data: {
          preview: {
            ...{ link: told.matchedText, url: told.matchedText, site: 'loja.example' },
            ...{ title: 'Oferta do dia', description: 'x'.repeat(300) },
          },
        },
      },
    ]);
    for (const other of [
      { ...told, title: '', description: '' },
      { ...told, matchedText: 'https://outra.example' },
      { ...told, matchedText: 'javascript:1' },
    ])
      expect(read({ extendedTextMessage: { ...other, text } })).toMatchObject([{ data: null }]);
  });

  test('what was forwarded says so, whatever it holds', () => {
    const contextInfo = { isForwarded: true, forwardingScore: 3 };
    const dataOf = (message: proto.IMessage) => read(message).map((frame) => frame.kind === 'message' && frame.data);
    expect(dataOf({ extendedTextMessage: { text: 'Corrente', contextInfo } })).toEqual([{ forwarded: true }]);
    expect(dataOf({ locationMessage: { degreesLatitude: 1, degreesLongitude: 2, contextInfo } })).toMatchObject([
      { latitude: 1, forwarded: true },
    ]);
    expect(dataOf({ extendedTextMessage: { text: 'Sim', contextInfo: { stanzaId: 'A0', isForwarded: false } } })).toEqual([null]);
  });

  test('a quote, a place, cards', () => {
    const contextInfo = { stanzaId: 'Q1' };
    expect(read({ extendedTextMessage: { text: 'Isso', contextInfo } })).toMatchObject([{ quotedId: 'Q1' }]);
    expect(read({ locationMessage: { degreesLatitude: -22, degreesLongitude: -47, name: 'Loja' } })).toMatchObject([
      { mediaType: 'locationMessage', data: { latitude: -22, longitude: -47, name: 'Loja' } },
    ]);
    const vcard = 'BEGIN:VCARD\nFN:Ana\nTEL;waid=5511911112222:+55 11 91111-2222\nEND:VCARD';
    expect(read({ contactMessage: { displayName: 'Ana', vcard } })).toMatchObject([
      { mediaType: 'vcard', data: { contacts: [{ name: 'Ana', number: '5511911112222' }] } },
    ]);
  });

  test('of a message full of cards fifty are read, and of a card without end its beginning', () => {
    const number = { displayName: '', vcard: `BEGIN:VCARD\r\nFN:Ana\r\nTEL;type=CELL:+55 11 91111-2222\r\nNOTE:${'x'.repeat(10_000)}` };
    const endless = { displayName: 'Bia', vcard: 'TEL\r'.repeat(30_000) };
    const contacts = [number, endless, ...Array.from({ length: 60 }, () => ({ displayName: 'Caio', vcard: '' }))];
    const [frame] = read({ contactsArrayMessage: { contacts } });
    const cards = frame?.kind === 'message' ? frame.data?.contacts : undefined;
    expect(cards?.slice(0, 2)).toEqual([
      { name: 'Ana', number: '5511911112222' },
      { name: 'Bia', number: '' },
    ]);
    expect(cards).toHaveLength(50);
  });

  test('a file is told with where it lies, sealed', () => {
    const where = { directPath: '/v/1', mediaKey: new Uint8Array([1]), fileLength: 12 };
    expect(read({ stickerMessage: { ...where } })).toMatchObject([
      { mediaType: 'image', remote: { ref: 'sealed /v/1', kind: 'image', mimetype: 'image/webp', size: 12 } },
    ]);
    const document = { documentMessage: { ...where, fileName: 'a.pdf', mimetype: 'application/pdf', caption: 'Conta' } };
    expect(read({ documentWithCaptionMessage: { message: document } })).toMatchObject([
      { mediaType: 'application', body: 'Conta', remote: { fileName: 'a.pdf' } },
    ]);
  });
});

describe('who is who', () => {
  test('the number where it is known, else the privacy id', () => {
    const chatOf = (more: Partial<Envelope>) => read({ conversation: 'Oi' }, more).map((frame) => ('chat' in frame ? frame.chat : frame));
    expect(chatOf({ chat: '123@lid' })).toEqual(['123@lid']);
    expect(chatOf({ chat: '777:2@lid' })).toEqual(['5511977776666']);
    expect(chatOf({ chat: '123@lid', chatAlt: '5511955554444@s.whatsapp.net' })).toEqual([
      { kind: 'identity', privacyId: '123@lid', number: '5511955554444' },
      '5511955554444',
    ]);
  });

  test('in a group, who wrote', () => {
    const inGroup = { chat: '120@g.us', participant: '123@lid', participantAlt: '5511955554444@s.whatsapp.net' };
    expect(read({ conversation: 'Oi' }, inGroup)).toMatchObject([
      { kind: 'identity' },
      { chat: '120@g.us', name: 'Grupo', isGroup: true, participant: '5511955554444', participantName: 'Maria' },
    ]);
  });
});

describe('changes of an earlier message', () => {
  const key = { remoteJid: '5511900000001@s.whatsapp.net', id: 'B2' };
  test('a reaction to ours and to theirs, in private and in a group', () => {
    const to = (fromMe: boolean, more: Partial<Envelope> = {}, participant?: string) =>
      read({ reactionMessage: { key: { ...key, fromMe, ...(participant && { participant }) }, text: '👍' } }, more);
    expect(to(false)).toMatchObject([{ kind: 'reaction', id: 'B2', fromMe: true, reactorIsBusiness: false }]);
    expect(to(true)).toMatchObject([{ fromMe: false }]);
    const inGroup = { chat: '120@g.us', participant: '5511955554444@s.whatsapp.net' };
    expect(to(false, inGroup, '999@lid')).toMatchObject([{ fromMe: true, participant: '5511955554444' }]);
    expect(to(false, inGroup, '5@lid')).toMatchObject([{ fromMe: false }]);
    expect(to(true, { fromMe: true })).toMatchObject([{ fromMe: true, reactorIsBusiness: true }]);
  });

  test('edited and taken back are theirs who say so', () => {
    expect(read({ protocolMessage: { key, type: 14, editedMessage: { conversation: 'novo' }, timestampMs: 5_000 } })).toMatchObject([
      { kind: 'edit', id: 'B2', fromMe: false, body: 'novo', sentAt: '1970-01-01T00:00:05.000Z' },
    ]);
    expect(read({ protocolMessage: { key, type: 0 } }, { fromMe: true })).toMatchObject([{ kind: 'delete', id: 'B2', fromMe: true }]);
  });
});

describe('receipts', () => {
  const from = '5511988887777@s.whatsapp.net';
  test.each([
    [undefined, 2],
    ['read', 3],
    ['played', 4],
  ])('%s', (type, ack) => {
    const attrs = { id: 'A', from, ...(type && { type }) };
    expect(receiptsIn(attrs, ['B'], known.me)).toEqual([
      { kind: 'receipt', id: 'A', ack },
      { kind: 'receipt', id: 'B', ack },
    ]);
  });
  test('of our own devices, of retries and of what others sent say nothing', () => {
    expect(receiptsIn({ id: 'A', from: '5511900000001@s.whatsapp.net' }, [], known.me)).toEqual([]);
    expect(receiptsIn({ id: 'A', from, type: 'retry' }, [], known.me)).toEqual([]);
    expect(receiptsIn({ id: 'A', from, recipient: 'x', type: 'read' }, [], known.me)).toEqual([]);
  });
});

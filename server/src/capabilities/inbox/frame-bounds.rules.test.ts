import { describe, expect, test } from 'vitest';
import type { MessageFrame } from '../../channels/port.ts';
import { bounded } from './frame-bounds.rules.ts';

const message = (over: Partial<MessageFrame>): MessageFrame => ({
  kind: 'message',
  id: 'A',
  chat: '5511987654321',
  fromMe: false,
  participant: '',
  participantName: '',
  isGroup: false,
  name: 'Cliente',
  body: 'Oi',
  mediaType: null,
  mediaId: null,
  data: null,
  quotedId: null,
  sentAt: '2026-09-20T12:00:00.000Z',
  ...over,
});
const about = { id: 'A', chat: '5511987654321', fromMe: false, participant: '', sentAt: '2026-09-20T12:00:00.000Z' };
const long = 'x'.repeat(3_000_000);
const file = { ref: 'sealed', kind: 'image', mimetype: 'image/png', fileName: 'a.png', size: 1 } as const;

describe('however much somebody sends, what is kept of it is no longer than people write', () => {
  test('an ordinary message stays as it is', () => {
    const said = message({ body: 'á'.repeat(65_536), quotedId: 'B', remote: file, data: { name: 'Loja', latitude: 1, forwarded: true } });
    expect(bounded(said)).toEqual(said);
  });

  test('texts and names are cut, and no letter is cut in two', () => {
    const group = message({ body: long, name: long, participantName: '🙂'.repeat(300), quotedId: long, isGroup: true });
    expect(bounded(group)).toEqual({
      ...group,
      body: 'x'.repeat(65_536),
      name: 'x'.repeat(200),
      participantName: '🙂'.repeat(100),
      quotedId: null,
    });
    expect(bounded(message({ body: `x${'🙂'.repeat(65_536)}` }))).toMatchObject({ body: `x${'🙂'.repeat(32_767)}` });
    expect(bounded({ ...about, kind: 'edit', body: long })).toMatchObject({ body: 'x'.repeat(65_536) });
    const reaction = bounded({ ...about, kind: 'reaction', name: long, emoji: long, reactorIsBusiness: false });
    expect(JSON.stringify(reaction).length).toBeLessThan(1_000);
  });

  test('of a place, of contact cards and of a file as much is kept as anybody reads', () => {
    const contacts = Array.from({ length: 10_000 }, () => ({ name: long, number: long }));
    expect(bounded(message({ mediaType: 'vcard', data: { contacts } }))).toMatchObject({
      data: { contacts: Array.from({ length: 50 }, () => ({ name: 'x'.repeat(200), number: 'x'.repeat(50) })) },
    });
    const preview = { link: long, url: long, title: long, description: long, site: long };
    const data = { name: long, latitude: 1, longitude: 2, fileName: long, mimetype: long, thumbnailUrl: long, preview };
    expect(bounded(message({ data }))).toMatchObject({ data: { name: 'x'.repeat(1_000), latitude: 1, longitude: 2 } });
    expect(JSON.stringify(bounded(message({ data, remote: { ...file, fileName: long, mimetype: long } }))).length).toBeLessThan(70_000);
    const unfindable = bounded(message({ mediaType: 'image', remote: { ...file, ref: long } }));
    expect(unfindable).toEqual(message({ mediaType: 'image', data: { file: 'gone' } }));
  });
});

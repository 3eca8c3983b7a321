import { expect, test } from 'vitest';
import { forwardedData, isForwardable } from './forwarding.rules.ts';

type Said = Parameters<typeof isForwardable>[0];
const text: Said = { body: 'Oi', mediaType: null, mediaId: null, data: null, isDeleted: false };

test.each<[string, Partial<Said>, boolean]>([
  ['a text', {}, true],
  ['a file without words', { body: '', mediaType: 'image', mediaId: 1 }, true],
  ['a place', { body: '', mediaType: 'locationMessage', data: { latitude: 1, longitude: 2 } }, true],
  ['contact cards', { body: '', mediaType: 'vcard', data: { contacts: [] } }, true],
  ['what was deleted', { isDeleted: true }, false],
  ['a call', { mediaType: 'call_log' }, false],
  ['what nobody could read yet', { data: { unreadable: true } }, false],
  ['a file that is still on its way', { mediaType: 'image', data: { file: 'waiting' } }, false],
  ['a file that never came', { mediaType: 'image', data: { file: 'gone' } }, false],
  ['a file that was removed', { mediaType: 'image' }, false],
  ['nothing at all', { body: ' ' }, false],
])('%s can be forwarded: %o', (_what, over, expected) => {
  expect(isForwardable({ ...text, ...over })).toBe(expected);
});

test('a place, cards and that it is a voice note go along; what belongs to the file or to the first message stays', () => {
  expect(forwardedData({ latitude: 1, longitude: 2, name: 'Loja', width: 3, fileName: 'a.png' })).toEqual({
    latitude: 1,
    longitude: 2,
    name: 'Loja',
    forwarded: true,
  });
  expect(forwardedData({ voice: true, seconds: 4 })).toEqual({ voice: true, forwarded: true });
  expect(forwardedData(null)).toEqual({ forwarded: true });
});

import { unreadableBody } from '@prosa/contracts/messages';
import { describe, expect, test } from 'vitest';
import { formatDuration, lastMessageText } from './last-message-text.ts';

describe('the last message of a row', () => {
  const of = (lastMessage: string, mediaType: string | null | undefined, fromMe = false, seconds: number | null = null) =>
    lastMessageText({ lastMessage, last: mediaType === undefined ? undefined : { fromMe, mediaType, seconds } });

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
    ['one that nobody could read so far', of(unreadableBody, null), { kind: undefined, words: '', isUnreadable: true }],
    ['one whose kind nobody told', of('video', undefined), { kind: 'video', words: '', fromMe: false }],
    ['the word image, typed', of('image', null), { kind: undefined, words: 'image' }],
    ['nothing at all yet', of('', undefined), { kind: undefined, words: '', isDeleted: false }],
  ])('%s', (_, told, expected) => expect(told).toMatchObject(expected));

  test.each([
    [42, '0:42'],
    [59.6, '1:00'],
    [125, '2:05'],
  ])('%d seconds are %s', (seconds, shown) => expect(formatDuration(seconds)).toBe(shown));
});

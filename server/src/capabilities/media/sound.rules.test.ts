import { expect, test } from 'vitest';
import { mp3Of, oggOpusOf } from '../../../test/sample-files.ts';
import { secondsOfSound, waveformOf } from './sound.rules.ts';

const seconds = (mimetype: string, bytes: Buffer) => secondsOfSound({ mimetype, size: bytes.length, head: bytes, tail: bytes });

const wav = (bytes: number, perSecond: number) => {
  const head = Buffer.alloc(44);
  head.write('RIFF____WAVEfmt ');
  head.writeUInt32LE(16, 16);
  head.writeUInt32LE(perSecond, 28);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
};

test('how long a sound lasts is told by its headers', () => {
  expect(seconds('audio/ogg; codecs=opus', oggOpusOf(3.5))).toBe(3.5);
  expect(seconds('audio/mpeg', mp3Of(115))).toBeCloseTo(3, 1);
  expect(
    seconds('audio/mpeg', Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 20]), Buffer.alloc(20), mp3Of(115)])),
  ).toBeCloseTo(3, 1);
  expect(seconds('audio/wav', wav(16_000, 8_000))).toBe(2);
});

test('where the pace changes, the number of frames tells it', () => {
  const bytes = mp3Of(10);
  bytes.write('Xing', 36);
  bytes.writeUInt32BE(1, 40);
  bytes.writeUInt32BE(1000, 44);
  expect(seconds('audio/mpeg', bytes)).toBeCloseTo((1000 * 1152) / 44_100, 1);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a few bytes', Buffer.from('OggS')],
  ['zeros', Buffer.alloc(5000)],
  ['all ones', Buffer.alloc(5000, 0xff)],
  ['a voice note cut short', oggOpusOf(3).subarray(0, 40)],
  ['a length from the end of time', oggOpusOf(1e12)],
])('%s has no length, and harms nothing', (_what, bytes) => {
  for (const mimetype of ['audio/ogg', 'audio/mpeg', 'audio/wav', 'audio/amr']) expect(seconds(mimetype, bytes)).toBeNull();
});

test('a waveform is at most 64 loudnesses from 0 to 100, the loudest 100', () => {
  expect(waveformOf([])).toEqual([]);
  expect(waveformOf([0, 500, 1000])).toEqual([0, 50, 100]);
  const long = waveformOf(Array.from({ length: 5000 }, (_, n) => n));
  expect(long).toHaveLength(64);
  expect(Math.max(...long)).toBe(100);
  expect(waveformOf([0, 0])).toEqual([0, 0]);
});

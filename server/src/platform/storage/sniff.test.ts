import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patient } from '../../../test/patient.ts';
import { downloadFileName, mediaLimits, sniffMedia, sniffStream } from './sniff.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const samples = {
  png: hex(
    '89504e470d0a1a0a 0000000d49484452 00000001000000010806000000 1f15c489 ' +
      '0000000a49444154789c6360000000020001 e221bc33 0000000049454e44ae426082',
  ),
  jpeg: hex('ffd8ffe000104a46494600010100000100010000ffd9'),
  gif: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
  webp: Buffer.concat([Buffer.from('RIFF'), hex('1a000000'), Buffer.from('WEBPVP8L'), Buffer.alloc(18)]),
  opus: Buffer.concat([Buffer.from('OggS'), Buffer.alloc(22), hex('0113'), Buffer.from('OpusHead'), Buffer.alloc(40)]),
  mp3: Buffer.concat([Buffer.from('ID3'), hex('03000000000000'), hex('fffb9064'), Buffer.alloc(600)]),
  mp4: Buffer.concat([hex('00000018'), Buffer.from('ftypisom'), hex('00000200'), Buffer.from('isomiso2'), Buffer.alloc(40)]),
  webm: Buffer.concat([hex('1a45dfa3 9f 4286810142f7810142f2810442f381084282847765626d 42878104 42858102'), Buffer.alloc(40)]),
  pdf: Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1'),
  exe: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
};

describe('a file is known by its bytes', () => {
  test.each([
    ['png', 'image/png', 'image'],
    ['jpeg', 'image/jpeg', 'image'],
    ['gif', 'image/gif', 'image'],
    ['webp', 'image/webp', 'image'],
    ['opus', 'audio/ogg; codecs=opus', 'audio'],
    ['mp3', 'audio/mpeg', 'audio'],
    ['mp4', 'video/mp4', 'video'],
    ['webm', 'video/webm', 'video'],
    ['pdf', 'application/pdf', 'application'],
    ['exe', 'application/octet-stream', 'application'],
  ] as const)('%s is %s', async (name, mimetype, kind) => {
    expect(await sniffMedia(samples[name])).toEqual({ mimetype, kind });
  });

  test.each([
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<?xml version="1.0"?><svg/>',
    '\uFEFF<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
    '<!doctype html><script>alert(1)</script>',
    'alert(1)',
    'MZ this program',
    '#!/bin/sh\nrm -rf ~',
    'nome;numero\nAna;5511999990000',
    '',
  ])('%j is an opaque download', async (text) => {
    const expected = { mimetype: 'application/octet-stream', kind: 'application' };
    expect(await sniffMedia(Buffer.from(text))).toEqual(expected);
    expect(await sniffMedia(Buffer.from(text), 'image/svg+xml')).toEqual(expected);
    expect(await sniffMedia(Buffer.from(text, 'utf16le'))).toEqual(expected);
  });

  test('a voice recording in a picture container is sound when it says so, and nothing else can be declared', async () => {
    expect(await sniffMedia(samples.webm, 'audio/webm;codecs=opus')).toEqual({ mimetype: 'audio/webm', kind: 'audio' });
    expect(await sniffMedia(samples.mp4, 'audio/mp4')).toEqual({ mimetype: 'audio/mp4', kind: 'audio' });
    expect(await sniffMedia(samples.webm, 'audio/mp4')).toEqual({ mimetype: 'video/webm', kind: 'video' });
    expect(await sniffMedia(samples.png, 'text/html')).toEqual({ mimetype: 'image/png', kind: 'image' });
  });

  test('any bytes at all get an answer', async () => {
    const starts = Object.values(samples);
    const bytes = fc
      .tuple(fc.constantFrom(...starts), fc.nat(40), fc.uint8Array({ maxLength: 400 }))
      .map(([start, cut, rest]) => Buffer.concat([start.subarray(0, cut), rest]));
    await fc.assert(
      fc.asyncProperty(bytes, async (given) => ['image', 'audio', 'video', 'application'].includes((await sniffMedia(given)).kind)),
      { numRuns: 500 },
    );
  });

  test('on disk too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prosa-sniff-'));
    await writeFile(join(folder, 'x.html'), samples.png);
    expect(await sniffMedia(join(folder, 'x.html'))).toEqual({ mimetype: 'image/png', kind: 'image' });
    await rm(folder, { recursive: true });
  });
});

describe('a stream that is looked into', () => {
  test('comes out whole, however it was cut', async () => {
    const bytes = Buffer.concat([samples.png, Buffer.alloc(100_000, 7)]);
    for (const size of [1000, 16 * 1024, 65_536, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
      const { stream, mimetype, kind } = await sniffStream(Readable.from(pieces));
      expect([mimetype, kind]).toEqual(['image/png', 'image']);
      expect((await buffer(stream)).equals(bytes)).toBe(true);
    }
    const empty = await sniffStream(Readable.from([]));
    expect([empty.kind, (await buffer(empty.stream)).length]).toEqual(['application', 0]);
  });

  test('passes on that the sender went away, and stops the sender when the reader does', async () => {
    const sender = new PassThrough();
    sender.write(Buffer.alloc(20_000));
    const { stream } = await sniffStream(sender);
    sender.destroy(new Error('reset'));
    await expect(buffer(stream)).rejects.toThrow('reset');

    const second = new PassThrough();
    second.write(Buffer.alloc(20_000));
    (await sniffStream(second)).stream.destroy();
    await expect.poll(() => second.destroyed, patient).toBe(true);
  });
});

test('the limits are those of the rulings', () => {
  expect(Object.entries(mediaLimits).map(([kind, bytes]) => `${kind} ${bytes / 2 ** 20}`)).toEqual([
    'image 16',
    'audio 64',
    'video 64',
    'application 100',
  ]);
});

describe('a file name', () => {
  test.each([
    ['relatório final.pdf', 'relatório final.pdf'],
    ['relato\u0301rio.pdf', 'relatório.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Users\\ana\\foto.png', 'C__Users_ana_foto.png'],
    ['foto\u202Egnp.exe', 'fotognp.exe'],
    ['\u200B.htaccess', 'htaccess'],
    ['a\u0000b\r\nSet-Cookie: x', 'abSet-Cookie_ x'],
    ['  nota   fiscal . ', 'nota fiscal'],
    ['', 'file'],
    ['...', 'file'],
    ['\uD800', 'file'],
    ['合同.docx', '合同.docx'],
  ])('%j is kept as %j', (given, kept) => {
    expect(downloadFileName(given)).toBe(kept);
  });

  test('that is too long keeps its ending and whole letters', () => {
    const cut = downloadFileName(`${'ã'.repeat(300)}.pdf`);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(255);
    expect(cut).toMatch(/^ã{125}\.pdf$/);
    expect(Buffer.byteLength(downloadFileName('😀'.repeat(300)))).toBeLessThanOrEqual(255);
  });

  test('of any kind becomes one that is safe, visible, short, and clean already', () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom('/', '\\', '.', ' ', '\u202E', '\u200D', '\0', '"', '\u0301', '\uD83D', 'a', 'ã', '\uFE0F'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 400,
    });
    fc.assert(
      fc.property(nasty, (given) => {
        const clean = downloadFileName(given);
        expect(clean).toMatch(/^[^/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}.\s]([^/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]*[^/\\:*?"<>|\p{Cc}.\s])?$/u);
        expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(255);
        expect(downloadFileName(clean)).toBe(clean);
        expect(() => encodeURIComponent(clean)).not.toThrow();
      }),
      { numRuns: 3000 },
    );
  });
});

import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import { bytesOf } from './storage.ts';

export type MediaKind = 'image' | 'audio' | 'video' | 'application';
export type Sniffed = { mimetype: string; kind: MediaKind };

const mebibyte = 2 ** 20;
export const mediaLimits: Record<MediaKind, number> = {
  image: 16 * mebibyte,
  audio: 64 * mebibyte,
  video: 64 * mebibyte,
  application: 100 * mebibyte,
};

const opaqueType: Sniffed = { mimetype: 'application/octet-stream', kind: 'application' };
const headBytes = 16 * 1024;

/** The types we know by their bytes; whatever is not here, or could run in a browser, is an opaque download. */
const known = new Map<string, Sniffed>([
  ...['image/png', 'image/jpeg', 'image/webp', 'image/gif'].map(as('image')),
  ...['audio/mpeg', 'audio/ogg', 'audio/ogg; codecs=opus', 'audio/mp4', 'audio/aac', 'audio/amr', 'audio/wav', 'audio/flac'].map(
    as('audio'),
  ),
  ...['video/mp4', 'video/webm', 'video/quicktime', 'video/3gpp'].map(as('video')),
  ...[
    'video/matroska',
    'video/vnd.avi',
    'video/mpeg',
    'video/ogg',
    'image/tiff',
    'image/bmp',
    'image/heic',
    'image/heif',
    'image/avif',
  ].map(as('application')),
  ...['application/pdf', 'application/rtf', 'application/x-cfb', 'application/epub+zip', 'application/vnd.oasis.opendocument.text'].map(
    as('application'),
  ),
  ...['application/vnd.oasis.opendocument.spreadsheet', 'application/vnd.oasis.opendocument.presentation'].map(as('application')),
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation']
    .map((name) => `application/vnd.openxmlformats-officedocument.${name}`)
    .map(as('application')),
  ...['application/zip', 'application/gzip', 'application/x-7z-compressed', 'application/x-rar-compressed'].map(as('application')),
  ['image/apng', { mimetype: 'image/png', kind: 'image' }],
  ['audio/x-m4a', { mimetype: 'audio/mp4', kind: 'audio' }],
  ['video/x-m4v', { mimetype: 'video/mp4', kind: 'video' }],
]);

function as(kind: MediaKind): (mimetype: string) => [string, Sniffed] {
  return (mimetype) => [mimetype, { mimetype, kind }];
}

/**
 * What a file is by its first bytes (or the path of one of our files), never by its name.
 * `declared` only tells sound from picture inside one container: browsers record voice as WebM or MP4 without a picture.
 */
export async function sniffMedia(source: Buffer | string, declared?: string): Promise<Sniffed> {
  const head = typeof source === 'string' ? await headOf(source) : source;
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const sniffed = (found && known.get(found.mime)) ?? opaqueType;
  const container = /^video\/(mp4|webm)$/.exec(sniffed.mimetype)?.[1];
  if (container !== undefined && baseType(declared ?? '') === `audio/${container}`)
    return { mimetype: `audio/${container}`, kind: 'audio' };
  return sniffed;
}

/** The same for a stream, which is given back whole. */
export async function sniffStream(source: Readable, declared?: string): Promise<Sniffed & { stream: Readable }> {
  const chunks: AsyncIterator<unknown> = source[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  for (let length = 0; length < headBytes; ) {
    const next = await chunks.next();
    if (next.done) break;
    const bytes = bytesOf(next.value);
    head.push(bytes);
    length += bytes.length;
  }
  const stream = Readable.from(joined(head, chunks), { objectMode: false });
  // A reader that gives up must not leave the sender hanging.
  stream.once('close', () => source.destroy());
  return { ...(await sniffMedia(Buffer.concat(head), declared)), stream };
}

async function* joined(head: Buffer[], rest: AsyncIterator<unknown>): AsyncGenerator<Buffer> {
  yield* head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield bytesOf(next.value);
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export function baseType(mimetype: string): string {
  return mimetype.split(';', 1).join('').trim().toLowerCase();
}

const maxNameLength = 255;

/** A file name safe to display: no invisible or direction-changing characters, limited length. */
export function displayFileName(name: string): string {
  return shortened(withoutInvisibles(name).trim());
}

/** A file name safe for downloads: additionally without path separators. */
export function downloadFileName(name: string): string {
  const seen = withoutInvisibles(name)
    .replace(/[/\\:*?"<>|]/g, '_')
    .normalize('NFC');
  return trimmed(shortened(trimmed(seen))) || 'file';
}

/** Cut before anything else: a long run of combining marks takes quadratic time to normalise. */
function withoutInvisibles(name: string): string {
  const bounded = name.length <= 1_000 ? name : name.slice(0, 900) + name.slice(-100);
  return bounded
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/g, ' ');
}

function trimmed(name: string): string {
  return name.replace(/^[\s.]+|[\s.]+$/g, '');
}

/** Cut in the middle, so that the ending still says what the file is. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= maxNameLength) return name;
  const ending = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? '';
  const letters = Array.from(name.slice(0, name.length - ending.length));
  let room = maxNameLength - Buffer.byteLength(ending);
  const kept = letters.findIndex((letter) => {
    room -= Buffer.byteLength(letter);
    return room < 0;
  });
  return letters.slice(0, kept).join('') + ending;
}

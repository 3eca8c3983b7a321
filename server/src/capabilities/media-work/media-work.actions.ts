import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasFfmpeg, type Source } from '../../platform/media-ffmpeg.ts';
import { lookAtPicture } from '../../platform/media-picture.ts';
import { secondsOfSound } from '../../platform/media-sound.rules.ts';
import { glimpse, listenTo, toMp3, toVoiceNote, voiceNoteType } from '../../platform/media-sound.ts';
import type { Platform } from '../../platform/scope.ts';
import type { MediaKind } from '../../platform/sniff.ts';
import { bytesOf, type Storage } from '../../platform/storage.ts';

export type StoredMedia = { key: string; mimetype: string; kind: MediaKind; size: number; hasPlayable: boolean };
export type Looked = {
  width: number | null;
  height: number | null;
  seconds: number | null;
  waveform: number[] | null;
  thumbnail: Buffer | null;
  playable: Buffer | null;
};

const nothing: Looked = { width: null, height: null, seconds: null, waveform: null, thumbnail: null, playable: null };

/** Measure a stored file and make its renditions. A file that can not be read loses them and nothing else. */
export async function lookAt(platform: Platform, media: StoredMedia): Promise<Looked> {
  if (media.kind === 'image') return { ...nothing, ...(await lookAtPicture(await wholeOf(platform.storage, media.key))) };
  if (media.kind === 'audio') return lookAtSound(platform, media);
  if (media.kind === 'video' && (await hasFfmpeg())) return withFile(platform, media, lookAtFilm);
  return nothing;
}

async function lookAtSound(platform: Platform, media: StoredMedia): Promise<Looked> {
  if (await hasFfmpeg()) {
    const heard = await withFile(platform, media, async (source) => {
      const [sound, playable] = [await orNothing(listenTo(source)), playsEverywhere(media) ? null : await orNothing(toMp3(source))];
      return { ...nothing, seconds: sound?.seconds ?? null, waveform: sound?.waveform ?? null, playable: playable ?? null };
    });
    if (heard.seconds !== null) return heard;
  }
  return { ...nothing, seconds: secondsOfSound({ ...media, ...(await endsOf(platform.storage, media)) }) };
}

const playsEverywhere = ({ mimetype, hasPlayable }: StoredMedia) => hasPlayable || mimetype === 'audio/mpeg' || mimetype === 'audio/mp4';

async function lookAtFilm(source: Source): Promise<Looked> {
  const seen = await orNothing(glimpse(source));
  return { ...nothing, ...(seen && (await lookAtPicture(seen.frame))), seconds: seen?.seconds ?? null };
}

/** A recording as the channel wants voice notes, or nothing: then it leaves as it is. */
export async function makeVoiceNote(platform: Platform, media: { key: string; mimetype: string }): Promise<Buffer | undefined> {
  if (media.mimetype === voiceNoteType || !(await hasFfmpeg())) return undefined;
  const note = await withFile(platform, media, (source) => orNothing(toVoiceNote(source)));
  return note && note.length > 0 ? note : undefined;
}

const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

/** ffmpeg reads files, and the store may be elsewhere. */
async function withFile<T>(platform: Platform, media: { key: string; mimetype: string }, work: (source: Source) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-media-'));
  try {
    const path = join(folder, randomBytes(8).toString('hex'));
    const { stream } = await platform.storage.read(media.key);
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
    return await work({ path, mimetype: media.mimetype });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const endBytes = 64 * 1024;

async function endsOf(storage: Storage, { key, size }: { key: string; size: number }): Promise<{ head: Buffer; tail: Buffer }> {
  if (size === 0) return { head: Buffer.alloc(0), tail: Buffer.alloc(0) };
  return {
    head: await wholeOf(storage, key, { start: 0, end: Math.min(size, endBytes) - 1 }),
    tail: await wholeOf(storage, key, { start: Math.max(0, size - endBytes), end: size - 1 }),
  };
}

async function wholeOf(storage: Storage, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  const { stream } = await storage.read(key, range);
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(bytesOf(piece));
  return Buffer.concat(pieces);
}

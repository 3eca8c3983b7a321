import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Platform } from '../../platform/database/scope.ts';
import { Media } from '../../platform/http/stored-files.ts';
import { bytesOf, companyOfMediaKey, type Storage } from '../../platform/storage/storage.ts';
import { hasFfmpeg, mostFilmPixels, probe, type Source } from './ffmpeg.ts';
import { filmSlots, MediaInterrupted, pictureSlots } from './media-slots.ts';
import { lookAtPicture } from './picture.ts';
import { secondsOfSound } from './sound.rules.ts';
import { fitsMp3, glimpse, listenTo, longestFilm, longestSound, toMp3, toVoiceNote, voiceNoteType } from './sound.ts';

export const StoredMedia = Media.pick({ key: true, mimetype: true, kind: true, size: true }).extend({ hasPlayable: z.boolean() });
export type StoredMedia = z.output<typeof StoredMedia>;
export type Looked = {
  width: number | null;
  height: number | null;
  seconds: number | null;
  waveform: number[] | null;
  thumbnail: Buffer | null;
  playable: Buffer | null;
};

const nothing: Looked = { width: null, height: null, seconds: null, waveform: null, thumbnail: null, playable: null };

/** Measure a stored file and make its renditions. A file that can not be read, or is beyond our bounds, loses them and nothing else. */
export async function lookAt(platform: Platform, media: StoredMedia): Promise<Looked> {
  if (media.kind === 'image') return lookAtImage(platform, media);
  if (media.kind === 'audio') return lookAtSound(platform, media);
  if (media.kind === 'video' && (await hasFfmpeg())) return withFile(platform, media, lookAtFilm);
  return nothing;
}

async function lookAtImage({ storage }: Platform, { key }: StoredMedia): Promise<Looked> {
  const seen = await pictureSlots.run(companyOfMediaKey(key), async () => lookAtPicture(await wholeOf(storage, key)));
  return { ...nothing, ...seen };
}

async function lookAtSound(platform: Platform, media: StoredMedia): Promise<Looked> {
  if (await hasFfmpeg()) {
    const heard = await withFile(platform, media, (source) => listen(source, media));
    if (heard.seconds !== null) return heard;
  }
  return { ...nothing, seconds: secondsOfSound({ ...media, ...(await endsOf(platform.storage, media)) }) };
}

async function listen(source: Source, media: StoredMedia): Promise<Looked> {
  const probed = await orNothing(probe(source));
  const claimed = probed?.seconds ?? null;
  if (!probed?.sounds || (claimed ?? 0) > longestSound) return { ...nothing, seconds: claimed };
  const sound = await orNothing(listenTo(source));
  const seconds = sound?.seconds ?? claimed;
  const playable = playsEverywhere(media) || !fitsMp3(seconds ?? 0) ? undefined : await orNothing(toMp3(source));
  return { ...nothing, seconds, waveform: sound?.waveform ?? null, playable: playable ?? null };
}

const playsEverywhere = ({ mimetype, hasPlayable }: StoredMedia) => hasPlayable || mimetype === 'audio/mpeg' || mimetype === 'audio/mp4';

async function lookAtFilm(source: Source): Promise<Looked> {
  const { width, height, seconds } = (await orNothing(probe(source))) ?? nothing;
  if (width === null || height === null) return { ...nothing, seconds };
  const measured = { ...nothing, width, height, seconds };
  if (width * height > mostFilmPixels || (seconds ?? 0) > longestFilm) return measured;
  const frame = await orNothing(glimpse(source));
  const seen = frame && (await lookAtPicture(frame));
  if (!seen) return measured;
  // Phones film lying down and say how to turn it: the picture is turned already, its measures are not.
  const turned = seen.width > seen.height !== width > height && seen.width !== seen.height;
  return { ...measured, ...(turned && { width: height, height: width }), thumbnail: seen.thumbnail };
}

/** A recording as the channel wants voice notes, or nothing: then it leaves as it is. */
export async function makeVoiceNote(platform: Platform, media: { key: string; mimetype: string }): Promise<Buffer | undefined> {
  if (media.mimetype === voiceNoteType || !(await hasFfmpeg())) return undefined;
  const note = await withFile(platform, media, (source) => orNothing(toVoiceNote(source)), { urgent: true, waitSeconds: 5 });
  return note && note.length > 0 ? note : undefined;
}

/** A stop says nothing about the file. */
const orNothing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof MediaInterrupted) throw error;
    return undefined;
  });

/** ffmpeg reads files, and the store may be elsewhere. */
function withFile<T>(
  { storage }: Platform,
  { key, mimetype }: { key: string; mimetype: string },
  work: (source: Source) => Promise<T>,
  turn?: Parameters<typeof filmSlots.run>[2],
): Promise<T> {
  return filmSlots.run(
    companyOfMediaKey(key),
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'prosa-media-'));
      try {
        const path = join(folder, randomBytes(8).toString('hex'));
        const { stream } = await storage.read(key);
        await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
        return await work({ path, mimetype });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    turn,
  );
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

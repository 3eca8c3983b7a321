import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { childAccount } from '../../platform/boot/child-account.ts';
import type { Platform } from '../../platform/database/scope.ts';
import { Media } from '../../platform/http/stored-files.ts';
import { bytesOf, companyOfMediaKey, type Storage } from '../../platform/storage/storage.ts';
import { hasFfmpeg, maxFilmPixels, probe, type Source } from './ffmpeg.ts';
import { MediaInterrupted, pictureSlots, videoSlots } from './media-slots.ts';
import { inspectPicture } from './picture.ts';
import { secondsOfSound } from './sound.rules.ts';
import {
  extractFirstFrame,
  fitsMp3,
  maxSoundSeconds,
  maxVideoSeconds,
  measureLoudness,
  toMp3,
  toVoiceNote,
  voiceNoteType,
} from './sound.ts';

export const StoredMedia = Media.pick({ key: true, mimetype: true, kind: true, size: true }).extend({ hasPlayable: z.boolean() });
export type StoredMedia = z.output<typeof StoredMedia>;
export type MediaProperties = {
  width: number | null;
  height: number | null;
  seconds: number | null;
  waveform: number[] | null;
  thumbnail: Buffer | null;
  playable: Buffer | null;
};

const noProperties: MediaProperties = { width: null, height: null, seconds: null, waveform: null, thumbnail: null, playable: null };

/** Measure a stored file and make its renditions. An unreadable or oversized file simply has no renditions. */
export async function inspectMedia(platform: Platform, media: StoredMedia): Promise<MediaProperties> {
  if (media.kind === 'image') return inspectImage(platform, media);
  if (media.kind === 'audio') return inspectSound(platform, media);
  if (media.kind === 'video' && (await hasFfmpeg())) return withFile(platform, media, inspectVideo);
  return noProperties;
}

async function inspectImage({ storage }: Platform, { key }: StoredMedia): Promise<MediaProperties> {
  const seen = await pictureSlots.run(companyOfMediaKey(key), async () => inspectPicture(await readBytes(storage, key)));
  return { ...noProperties, ...seen };
}

async function inspectSound(platform: Platform, media: StoredMedia): Promise<MediaProperties> {
  if (await hasFfmpeg()) {
    const heard = await withFile(platform, media, (source) => measureSound(source, media));
    if (heard.seconds !== null) return heard;
  }
  return { ...noProperties, seconds: secondsOfSound({ ...media, ...(await readEnds(platform.storage, media)) }) };
}

async function measureSound(source: Source, media: StoredMedia): Promise<MediaProperties> {
  const probed = await undefinedOnFailure(probe(source));
  const claimed = probed?.seconds ?? null;
  if (!probed?.sounds || (claimed ?? 0) > maxSoundSeconds) return { ...noProperties, seconds: claimed };
  const sound = await undefinedOnFailure(measureLoudness(source));
  const seconds = sound?.seconds ?? claimed;
  const playable = playsEverywhere(media) || !fitsMp3(seconds ?? 0) ? undefined : await undefinedOnFailure(toMp3(source));
  return { ...noProperties, seconds, waveform: sound?.waveform ?? null, playable: playable ?? null };
}

const playsEverywhere = ({ mimetype, hasPlayable }: StoredMedia) => hasPlayable || mimetype === 'audio/mpeg' || mimetype === 'audio/mp4';

async function inspectVideo(source: Source): Promise<MediaProperties> {
  const { width, height, seconds } = (await undefinedOnFailure(probe(source))) ?? noProperties;
  if (width === null || height === null) return { ...noProperties, seconds };
  const measured = { ...noProperties, width, height, seconds };
  if (width * height > maxFilmPixels || (seconds ?? 0) > maxVideoSeconds) return measured;
  const frame = await undefinedOnFailure(extractFirstFrame(source));
  const seen = frame && (await inspectPicture(frame));
  if (!seen) return measured;
  // Phones store a rotation: the extracted frame is already rotated, the reported dimensions are not.
  const turned = seen.width > seen.height !== width > height && seen.width !== seen.height;
  return { ...measured, ...(turned && { width: height, height: width }), thumbnail: seen.thumbnail };
}

/** Converts a recording to the channel's voice note format; undefined if that fails. */
export async function makeVoiceNote(platform: Platform, media: { key: string; mimetype: string }): Promise<Buffer | undefined> {
  if (media.mimetype === voiceNoteType || !(await hasFfmpeg())) return undefined;
  const note = await withFile(platform, media, (source) => undefinedOnFailure(toVoiceNote(source)), { urgent: true, waitSeconds: 5 });
  return note && note.length > 0 ? note : undefined;
}

/** A shutdown says nothing about the file. */
const undefinedOnFailure = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof MediaInterrupted) throw error;
    return undefined;
  });

/** ffmpeg needs a local file, and the storage may be remote. */
function withFile<T>(
  { storage }: Platform,
  { key, mimetype }: { key: string; mimetype: string },
  work: (source: Source) => Promise<T>,
  turn?: Parameters<typeof videoSlots.run>[2],
): Promise<T> {
  return videoSlots.run(
    companyOfMediaKey(key),
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'prosa-media-'));
      try {
        const path = join(folder, randomBytes(8).toString('hex'));
        const { stream } = await storage.read(key);
        await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
        const account = await childAccount();
        if (account) for (const each of [path, folder]) await chown(each, account.uid, account.gid);
        return await work({ path, mimetype });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    turn,
  );
}

const endBytes = 64 * 1024;

async function readEnds(storage: Storage, { key, size }: { key: string; size: number }): Promise<{ head: Buffer; tail: Buffer }> {
  if (size === 0) return { head: Buffer.alloc(0), tail: Buffer.alloc(0) };
  return {
    head: await readBytes(storage, key, { start: 0, end: Math.min(size, endBytes) - 1 }),
    tail: await readBytes(storage, key, { start: Math.max(0, size - endBytes), end: size - 1 }),
  };
}

async function readBytes(storage: Storage, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  const { stream } = await storage.read(key, range);
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(bytesOf(piece));
  return Buffer.concat(pieces);
}

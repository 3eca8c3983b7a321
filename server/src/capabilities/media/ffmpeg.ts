import { z } from 'zod';
import { baseType } from '../../platform/storage/sniff.ts';
import { type Limits, type ProcessResult, runLimited } from './media-process.ts';
import { MediaInterrupted } from './media-slots.ts';

/** The ffmpeg demuxer for each known type. Set explicitly, since ffmpeg's own detection would also open playlists that name other files. */
const readers = new Map([
  ['audio/ogg', 'ogg'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'mov'],
  ['audio/aac', 'aac'],
  ['audio/amr', 'amr'],
  ['audio/wav', 'wav'],
  ['audio/flac', 'flac'],
  ['audio/webm', 'matroska'],
  ['video/mp4', 'mov'],
  ['video/quicktime', 'mov'],
  ['video/3gpp', 'mov'],
  ['video/webm', 'matroska'],
]);

/** A local file. Its holder occupies one of the `videoSlots`. */
export type Source = { path: string; mimetype: string };

export const maxStreams = 32;
/** Larger video frames cost more memory than a thumbnail is worth. */
export const maxFilmPixels = 4096 * 4096;

let present: Promise<boolean> | undefined;
const absentFor = 60_000;
let absentUntil = Number.NEGATIVE_INFINITY;

/**
 * Whether this machine has ffmpeg, and it runs within our bounds. Without it files stay as they are. That it has is remembered; that it has
 * not for a minute, because it may be installed while we run, and to ask for each file costs a fifth of what arrives; and that a busy
 * machine did not answer in time not at all.
 */
export function hasFfmpeg(now = performance.now()): Promise<boolean> {
  if (now < absentUntil) return Promise.resolve(false);
  const limits = { seconds: 120, cpuSeconds: 10, bytes: 2 ** 20 };
  present ??= Promise.all(['ffmpeg', 'ffprobe'].map((program) => runLimited(program, ['-version'], limits))).then(
    () => true,
    (error: unknown) => {
      present = undefined;
      if (error instanceof MediaInterrupted) throw error;
      absentUntil = now + absentFor;
      return false;
    },
  );
  return present;
}

/** Input options: our demuxer, local files only, short probing, one thread. */
function inputOf(source: Source): string[] {
  const reader = readers.get(baseType(source.mimetype));
  if (reader === undefined) throw new Error('no reader for this type');
  const bounds = ['-max_streams', String(maxStreams), '-probesize', '5000000', '-analyzeduration', '5000000', '-threads', '1'];
  return ['-protocol_whitelist', 'file,pipe', ...bounds, '-f', reader, '-i', `file:${source.path}`];
}

const maxAllocated = 128 * 2 ** 20;

/** Run ffmpeg over one of our files; its output is returned as a whole, or passed to the callback in chunks. */
export async function ffmpeg(source: Source, output: string[], limits: Limits, onOutput?: (bytes: Buffer) => void): Promise<ProcessResult> {
  const bounds = ['-max_alloc', String(maxAllocated), '-filter_threads', '1', '-max_pixels', String(maxFilmPixels)];
  return runLimited(
    'ffmpeg',
    ['-nostdin', '-hide_banner', '-y', ...bounds, ...inputOf(source), '-threads', '1', ...output],
    limits,
    onOutput,
  );
}

const Probed = z.object({
  streams: z.array(z.object({ codec_type: z.string().optional(), width: z.int().optional(), height: z.int().optional() })),
  format: z.object({ duration: z.coerce.number().nonnegative().optional().catch(undefined) }),
});

/** Metadata claimed by the file. It is untrusted: the process limits apply regardless. */
export type Probe = { sounds: boolean; width: number | null; height: number | null; seconds: number | null };

export async function probe(source: Source): Promise<Probe> {
  const wanted = ['-show_entries', 'stream=codec_type,width,height:format=duration', '-of', 'json'];
  // When it runs out of memory it still reports the header.
  const limits = { seconds: 120, cpuSeconds: 10, bytes: 2 ** 20, memory: 96 * 2 ** 20 };
  const { output } = await runLimited('ffprobe', ['-v', 'error', ...wanted, ...inputOf(source)], limits);
  const { streams, format } = Probed.parse(JSON.parse(output.toString('utf8')));
  const film = streams.find(({ codec_type }) => codec_type === 'video');
  return {
    sounds: streams.some(({ codec_type }) => codec_type === 'audio'),
    width: film?.width ?? null,
    height: film?.height ?? null,
    seconds: format.duration ?? null,
  };
}

import { z } from 'zod';
import { baseType } from '../../platform/storage/sniff.ts';
import { type Ended, type Limits, runWalled } from './media-process.ts';
import { MediaInterrupted } from './media-slots.ts';

/** The reader for each type we know by its bytes. Chosen by us: left to itself, ffmpeg would also read playlists that name other files. */
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

/** A file of ours. Whoever has one holds a place among `filmSlots`. */
export type Source = { path: string; mimetype: string };

export const mostStreams = 32;
/** Beyond this a single picture of a film costs more memory than a thumbnail is worth. */
export const mostFilmPixels = 4096 * 4096;

let present: Promise<boolean> | undefined;

/** Whether this machine has ffmpeg, and it runs within our bounds. Without it files stay as they are. */
export function hasFfmpeg(): Promise<boolean> {
  const limits = { seconds: 20, cpuSeconds: 10, bytes: 2 ** 20 };
  present ??= Promise.all(['ffmpeg', 'ffprobe'].map((program) => runWalled(program, ['-version'], limits))).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof MediaInterrupted)) return false;
      present = undefined;
      throw error;
    },
  );
  return present;
}

/** How a file is opened: by our reader, from the disk only, looked at no longer than needed, one thread each. */
function inputOf(source: Source): string[] {
  const reader = readers.get(baseType(source.mimetype));
  if (reader === undefined) throw new Error('no reader for this type');
  const bounds = ['-max_streams', String(mostStreams), '-probesize', '5000000', '-analyzeduration', '5000000', '-threads', '1'];
  return ['-protocol_whitelist', 'file,pipe', ...bounds, '-f', reader, '-i', `file:${source.path}`];
}

const mostAllocated = 128 * 2 ** 20;

/** Run ffmpeg over one of our files; what it writes to its output comes back whole, or in pieces to who asks for them. */
export async function ffmpeg(source: Source, output: string[], limits: Limits, onOutput?: (bytes: Buffer) => void): Promise<Ended> {
  const bounds = ['-max_alloc', String(mostAllocated), '-filter_threads', '1', '-max_pixels', String(mostFilmPixels)];
  return runWalled(
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

/** What a file says about itself. It may lie: the bounds of the process hold whatever it says. */
export type Probe = { sounds: boolean; width: number | null; height: number | null; seconds: number | null };

export async function probe(source: Source): Promise<Probe> {
  const wanted = ['-show_entries', 'stream=codec_type,width,height:format=duration', '-of', 'json'];
  // Where it runs out of memory it still says what stands in the file's head.
  const limits = { seconds: 20, cpuSeconds: 10, bytes: 2 ** 20, memory: 96 * 2 ** 20 };
  const { output } = await runWalled('ffprobe', ['-v', 'error', ...wanted, ...inputOf(source)], limits);
  const { streams, format } = Probed.parse(JSON.parse(output.toString('utf8')));
  const film = streams.find(({ codec_type }) => codec_type === 'video');
  return {
    sounds: streams.some(({ codec_type }) => codec_type === 'audio'),
    width: film?.width ?? null,
    height: film?.height ?? null,
    seconds: format.duration ?? null,
  };
}

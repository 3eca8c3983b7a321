import { ffmpeg, type Source } from './media-ffmpeg.ts';
import { waveformOf } from './media-sound.rules.ts';

const mebibyte = 2 ** 20;
const pcmRate = 8_000;
const stretch = pcmRate / 10;
const longestSound = ['-t', '7200'];

/** What every browser plays. */
export async function toMp3(source: Source): Promise<Buffer> {
  const args = [...longestSound, '-vn', '-map_metadata', '-1', '-ac', '1', '-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3', 'pipe:1'];
  return (await ffmpeg(source, args, { seconds: 120, bytes: 64 * mebibyte })).output;
}

export const voiceNoteType = 'audio/ogg; codecs=opus';

/** What phones take for a voice note: Opus in Ogg, one channel. Somebody waits for it, so it is given up soon. */
export async function toVoiceNote(source: Source): Promise<Buffer> {
  const codec = ['-c:a', 'libopus', '-b:a', '32k', '-application', 'voip', '-frame_duration', '60'];
  const args = [...longestSound, '-vn', '-map_metadata', '-1', '-ac', '1', '-ar', '16000', ...codec, '-f', 'ogg', 'pipe:1'];
  return (await ffmpeg(source, args, { seconds: 10, bytes: 16 * mebibyte })).output;
}

/** Its length and how loud it is along the way. */
export async function listenTo(source: Source): Promise<{ seconds: number; waveform: number[] }> {
  const peaks: number[] = [];
  let samples = 0;
  let peak = 0;
  let odd: Buffer = Buffer.alloc(0);
  const hear = (piece: Buffer) => {
    const bytes = odd.length > 0 ? Buffer.concat([odd, piece]) : piece;
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)));
      samples += 1;
      if (samples % stretch !== 0) continue;
      peaks.push(peak);
      peak = 0;
    }
    odd = bytes.length % 2 === 1 ? bytes.subarray(bytes.length - 1) : Buffer.alloc(0);
  };
  const args = [...longestSound, '-vn', '-ac', '1', '-ar', String(pcmRate), '-f', 's16le', 'pipe:1'];
  await ffmpeg(source, args, { seconds: 120, bytes: 128 * mebibyte }, hear);
  if (samples % stretch !== 0) peaks.push(peak);
  return { seconds: Math.round((samples / pcmRate) * 100) / 100, waveform: waveformOf(peaks) };
}

/** The first picture of a film, and how long it lasts. */
export async function glimpse(source: Source): Promise<{ frame: Buffer; seconds: number | null }> {
  const { output, report } = await ffmpeg(source, ['-an', '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'], {
    seconds: 60,
    bytes: 64 * mebibyte,
  });
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):(\d+(?:\.\d+)?)/.exec(report) ?? [];
  return { frame: output, seconds: seconds === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) };
}

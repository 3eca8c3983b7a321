import { ffmpeg, type Source } from './ffmpeg.ts';
import { thumbnailSide } from './picture.ts';
import { waveformOf } from './sound.rules.ts';

const mebibyte = 2 ** 20;
const pcmRate = 8_000;
const samplesPerPeak = pcmRate / 10;
const hour = 3600;
export const maxSoundSeconds = 4 * hour;
export const maxVideoSeconds = 2 * hour;
/** One stream of sound and nothing else, and no more of it than any sound may last, whatever the file claims. */
const singleAudioStream = ['-t', String(maxSoundSeconds), '-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-ac', '1'];
const mp3 = { bytesPerSecond: 16_000, most: 64 * mebibyte };

/** Whether its MP3 rendition stays within the size limit. */
export const fitsMp3 = (seconds: number) => seconds * mp3.bytesPerSecond < mp3.most;

/** Converts to MP3, which every browser plays. */
export async function toMp3(source: Source): Promise<Buffer> {
  const args = [...singleAudioStream, '-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3', 'pipe:1'];
  return (await ffmpeg(source, args, { seconds: 900, cpuSeconds: 90, bytes: mp3.most })).output;
}

export const voiceNoteType = 'audio/ogg; codecs=opus';

/** What phones take for a voice note: Opus in Ogg, one channel. A user waits for it, so the timeout is short. */
export async function toVoiceNote(source: Source): Promise<Buffer> {
  const codec = ['-c:a', 'libopus', '-b:a', '32k', '-application', 'voip', '-frame_duration', '60'];
  const args = [...singleAudioStream, '-ar', '16000', ...codec, '-f', 'ogg', 'pipe:1'];
  return (await ffmpeg(source, args, { seconds: 10, cpuSeconds: 10, bytes: 16 * mebibyte })).output;
}

/** Length and loudness peaks of a sound. */
export async function measureLoudness(source: Source): Promise<{ seconds: number; waveform: number[] }> {
  const peaks: number[] = [];
  let samples = 0;
  let peak = 0;
  let odd: Buffer = Buffer.alloc(0);
  const hear = (piece: Buffer) => {
    const bytes = odd.length > 0 ? Buffer.concat([odd, piece]) : piece;
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)));
      samples += 1;
      if (samples % samplesPerPeak !== 0) continue;
      peaks.push(peak);
      peak = 0;
    }
    odd = bytes.length % 2 === 1 ? bytes.subarray(bytes.length - 1) : Buffer.alloc(0);
  };
  const args = [...singleAudioStream, '-ar', String(pcmRate), '-f', 's16le', 'pipe:1'];
  await ffmpeg(source, args, { seconds: 900, cpuSeconds: 90, bytes: maxSoundSeconds * pcmRate * 2 + mebibyte }, hear);
  if (samples % samplesPerPeak !== 0) peaks.push(peak);
  return { seconds: Math.round((samples / pcmRate) * 100) / 100, waveform: waveformOf(peaks) };
}

/** The first frame of a video, rotated as displayed and scaled to thumbnail size. */
export async function extractFirstFrame(source: Source): Promise<Buffer> {
  const small = `scale=w='min(${thumbnailSide},iw)':h='min(${thumbnailSide},ih)':force_original_aspect_ratio=decrease`;
  const args = ['-map', '0:v:0', '-an', '-sn', '-dn', '-frames:v', '1', '-vf', small, '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'];
  return (await ffmpeg(source, args, { seconds: 300, cpuSeconds: 30, bytes: 4 * mebibyte, memory: 160 * mebibyte })).output;
}

/** The beginning and the end of a sound file, which tell how long it is. */
export type SoundEnds = { mimetype: string; size: number; head: Buffer; tail: Buffer };

/** How long a sound lasts, as far as its own headers tell. They are untrusted: implausible values are ignored. */
export function secondsOfSound({ mimetype, size, head, tail }: SoundEnds): number | null {
  const seconds = mimetype.startsWith('audio/ogg')
    ? secondsOfOgg(head, tail)
    : mimetype === 'audio/mpeg'
      ? secondsOfMp3(head, size)
      : mimetype === 'audio/wav'
        ? secondsOfWav(head, size)
        : null;
  return seconds !== null && Number.isFinite(seconds) && seconds >= 0 && seconds < 1_000_000 ? Math.round(seconds * 100) / 100 : null;
}

/** The last page says how many samples there were. Opus counts at 48 kHz and begins with some that are not played. */
function secondsOfOgg(head: Buffer, tail: Buffer): number | null {
  const page = tail.lastIndexOf('OggS');
  if (page < 0 || page + 14 > tail.length) return null;
  const samples = Number(tail.readBigInt64LE(page + 6));
  const opus = head.indexOf('OpusHead');
  if (opus >= 0 && opus + 12 <= head.length) return (samples - head.readUInt16LE(opus + 10)) / 48_000;
  const vorbis = head.indexOf('\u0001vorbis');
  if (vorbis < 0 || vorbis + 16 > head.length) return null;
  return samples / head.readUInt32LE(vorbis + 12);
}

const bitrates = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const rates = [44_100, 48_000, 32_000];

/** The first frame gives the bitrate; variable-bitrate files store their number of frames in it. */
function secondsOfMp3(head: Buffer, size: number): number | null {
  const begin = head.subarray(0, 3).toString('latin1') === 'ID3' && head.length >= 10 ? 10 + sevenBits(head, 6) : 0;
  for (let at = begin; at + 200 < head.length; at += 1) {
    const frame = readFrame(head, at);
    if (!frame) continue;
    const told = Math.max(head.indexOf('Xing', at), head.indexOf('Info', at));
    if (told >= at && told < at + 64 && (head.readUInt32BE(told + 4) & 1) === 1)
      return (head.readUInt32BE(told + 8) * frame.samples) / frame.rate;
    return ((size - begin) * 8) / (frame.bitrate * 1000);
  }
  return null;
}

function readFrame(head: Buffer, at: number) {
  const word = head.readUInt32BE(at);
  if (word >>> 21 !== 0x7ff) return undefined;
  const version = (word >>> 19) & 3;
  const layer = (word >>> 17) & 3;
  const rate = rates[(word >>> 10) & 3];
  const bitrate = (version === 3 ? bitrates.one : bitrates.two)[(word >>> 12) & 15];
  if (version === 1 || layer !== 1 || !rate || !bitrate) return undefined;
  const slower = version === 3 ? 1 : version === 2 ? 2 : 4;
  return { rate: rate / slower, bitrate, samples: version === 3 ? 1152 : 576 };
}

const sevenBits = (bytes: Buffer, at: number) => [0, 1, 2, 3].reduce((sum, place) => sum * 128 + ((bytes[at + place] ?? 0) & 127), 0);

function secondsOfWav(head: Buffer, size: number): number | null {
  const format = head.indexOf('fmt ');
  const data = head.indexOf('data');
  if (format < 0 || data < 0 || format + 20 > head.length || data + 8 > head.length) return null;
  return Math.min(head.readUInt32LE(data + 4), size) / head.readUInt32LE(format + 16);
}

export const waveformSteps = 64;

/** Up to 64 loudnesses from 0 to 100, relative to the loudest, out of the peaks of short stretches. */
export function waveformOf(peaks: number[]): number[] {
  const loudest = peaks.reduce((most, peak) => Math.max(most, peak), 1);
  const steps = Math.min(waveformSteps, peaks.length);
  return Array.from({ length: steps }, (_, step) => {
    const from = Math.floor((step * peaks.length) / steps);
    const to = Math.max(from + 1, Math.floor(((step + 1) * peaks.length) / steps));
    const peak = peaks.slice(from, to).reduce((most, each) => Math.max(most, each), 0);
    return Math.round((peak / loudest) * 100);
  });
}

export type Note = { hertz: number; from: number; seconds: number };

const rate = 22_050;
const headerBytes = 44;

/** A short tune as a WAV file: soft sine notes that fade out. */
export function waveOf(notes: readonly Note[]): ArrayBuffer {
  const length = Math.ceil(Math.max(...notes.map(({ from, seconds }) => from + seconds)) * rate);
  const view = new DataView(new ArrayBuffer(headerBytes + length * 2));
  writeHeader(view, length);
  for (let at = 0; at < length; at += 1) {
    const loudness = notes.reduce((sum, note) => sum + sampleOf(note, at / rate), 0);
    view.setInt16(headerBytes + at * 2, Math.max(-1, Math.min(1, loudness)) * 32_767, true);
  }
  return view.buffer;
}

function sampleOf({ hertz, from, seconds }: Note, at: number): number {
  const time = at - from;
  if (time < 0 || time > seconds) return 0;
  const attack = Math.min(1, time / 0.008);
  return 0.35 * attack * (1 - time / seconds) ** 2 * Math.sin(2 * Math.PI * hertz * time);
}

/** Mono, 16 bits. */
function writeHeader(view: DataView<ArrayBuffer>, length: number): void {
  const name = (at: number, letters: string) => {
    for (let index = 0; index < letters.length; index += 1) view.setUint8(at + index, letters.charCodeAt(index));
  };
  name(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + length * 2, true);
  name(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  name(36, 'data');
  view.setUint32(40, length * 2, true);
}

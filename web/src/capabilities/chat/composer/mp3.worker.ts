import { createEncoder } from 'wasm-media-encoders';
import mp3Url from 'wasm-media-encoders/wasm/mp3?url';
import type { FromWorker, ToWorker } from './recorder.ts';

const bitrate = 128;
type Encoder = Awaited<ReturnType<typeof createEncoder<'audio/mpeg'>>>;

const pieces: Uint8Array<ArrayBuffer>[] = [];
let encoder: Promise<Encoder> | undefined;
/** One after the other, in the order they came, though the encoder itself takes a moment to load. */
let work: Promise<void> = Promise.resolve();

const answer = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer });

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  work = work.then(() => take(data)).catch((error: unknown) => answer({ kind: 'failed', reason: String(error) }));
});

async function take(message: ToWorker): Promise<void> {
  if (message.kind === 'begin') encoder = load(message.sampleRate);
  if (message.kind === 'sound') appendPiece((await encoder)?.encode([message.samples]));
  if (message.kind !== 'end') return;
  appendPiece((await encoder)?.finalize());
  const mp3 = await new Blob(pieces).arrayBuffer();
  answer({ kind: 'done', mp3 }, [mp3]);
}

async function load(sampleRate: number): Promise<Encoder> {
  const wasm = await (await fetch(mp3Url)).arrayBuffer();
  const made = await createEncoder('audio/mpeg', wasm);
  made.configure({ sampleRate, channels: 1, bitrate });
  return made;
}

/** The encoder writes over what it gave, so each piece is copied. */
function appendPiece(piece: Uint8Array | undefined): void {
  if (piece && piece.length > 0) pieces.push(new Uint8Array(piece));
}

import { ownScript } from '../../../platform/browser/own-scripts.ts';
import captureUrl from './capture.worklet.ts?worker&url';
// oxlint-disable-next-line import/default -- The build makes the address: the file itself exports nothing.
import encoderUrl from './mp3.worker.ts?worker&url';

/** Sound from the microphone as it becomes an MP3. */
export type Recording = { stop: () => Promise<Blob>; cancel: () => void };
export type FromWorker = { kind: 'ready' } | { kind: 'done'; mp3: ArrayBuffer } | { kind: 'failed'; reason: string };
export type ToWorker = { kind: 'begin'; sampleRate: number } | { kind: 'sound'; samples: Float32Array } | { kind: 'end' };

/** Begins at once, or throws when there is no microphone to be had. `onLevel` hears how loud it is, 0 to 1. */
export async function record(onLevel: (level: number) => void, onLost: () => void): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } });
  const context = new AudioContext();
  const worker = new Worker(ownScript(encoderUrl), { type: 'module' });
  const say = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
    void context.close().catch(() => undefined);
  };
  const cancel = () => {
    release();
    worker.terminate();
  };
  try {
    await context.audioWorklet.addModule(captureUrl);
    const capture = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 });
    say({ kind: 'begin', sampleRate: context.sampleRate });
    capture.port.onmessage = ({ data: samples }: MessageEvent<Float32Array>) => {
      onLevel(loudness(samples));
      say({ kind: 'sound', samples }, [samples.buffer]);
    };
    context.createMediaStreamSource(stream).connect(capture);
    await context.resume();
  } catch (error) {
    cancel();
    throw error;
  }
  for (const track of stream.getTracks()) track.addEventListener('ended', onLost);
  worker.addEventListener('error', onLost);
  return {
    cancel,
    stop: async () => {
      release();
      try {
        return await finished(worker, () => say({ kind: 'end' }));
      } finally {
        worker.terminate();
      }
    },
  };
}

function finished(worker: Worker, end: () => void): Promise<Blob> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'done') resolve(new Blob([data.mp3], { type: 'audio/mpeg' }));
      if (data.kind === 'failed') reject(new Error(data.reason));
    };
    worker.onerror = () => reject(new Error('the encoder stopped'));
    end();
  });
}

/** Root mean square, stretched so that speech fills the meter. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / Math.max(1, samples.length)) * 4);
}

import { createStore } from '../../platform/browser/store.ts';
import { onStoredElsewhere, stored } from '../../platform/browser/stored.ts';
import { type Note, waveOf } from './wave.ts';

const volumeKey = 'volume';
const loudest = 1;

/** From 0 to 1 in steps of 0.1, remembered in this browser. */
export const volume = createStore(readVolume(stored.read(volumeKey)));
onStoredElsewhere(volumeKey, (kept) => volume.set(readVolume(kept)));

function readVolume(kept: string | undefined): number {
  const value = kept === undefined ? Number.NaN : Number(kept);
  return value >= 0 && value <= loudest ? value : loudest;
}

export function setVolume(value: number): void {
  volume.set(value);
  stored.write(volumeKey, String(value));
}

/** Browsers block sounds until the user has interacted with the page. */
export const soundsBlocked = createStore(false);

const tunes = {
  /** Two notes up: somebody wrote. */
  message: [
    { hertz: 660, from: 0, seconds: 0.16 },
    { hertz: 880, from: 0.09, seconds: 0.22 },
  ],
  /** Three notes: somebody waits to be served. */
  waiting: [
    { hertz: 523, from: 0, seconds: 0.18 },
    { hertz: 659, from: 0.12, seconds: 0.18 },
    { hertz: 784, from: 0.24, seconds: 0.3 },
  ],
} as const satisfies Record<string, readonly Note[]>;
export type Tune = keyof typeof tunes;

const elements = new Map<Tune, HTMLAudioElement>();

function elementOf(tune: Tune): HTMLAudioElement {
  const made = elements.get(tune) ?? new Audio(URL.createObjectURL(new Blob([waveOf(tunes[tune])], { type: 'audio/wav' })));
  elements.set(tune, made);
  return made;
}

export async function play(tune: Tune): Promise<void> {
  if (volume.get() === 0) return;
  const element = elementOf(tune);
  element.volume = volume.get();
  element.currentTime = 0;
  try {
    await element.play();
    soundsBlocked.set(false);
  } catch (error) {
    soundsBlocked.set(error instanceof DOMException && error.name === 'NotAllowedError');
  }
}

const minRingInterval = 1000;
let last = Number.NEGATIVE_INFINITY;

/** Many messages within a moment are one sound. */
export function ring(tune: Tune, now: number = performance.now()): void {
  if (now - last < minRingInterval) return;
  last = now;
  void play(tune);
}

import { createStore } from '../../../platform/browser/store.ts';
import { onStoredElsewhere, stored } from '../../../platform/browser/stored.ts';

export type Track = { key: string; url: string };
type Playing = Track & { isPlaying: boolean; at: number; length: number };

const speedStart = 'audioSpeed';
const keyOf = (userId: number) => `${speedStart}-${userId}`;
export const speeds = [1, 1.5, 2] as const;
const asSpeed = (text: string | undefined) => speeds.find((speed) => String(speed) === text) ?? 1;

const playing = createStore<Playing | undefined>(undefined);
const speed = createStore<(typeof speeds)[number]>(1);
let listener: number | undefined;
let stopHearing: () => void = () => undefined;
let element: HTMLAudioElement | undefined;
let nextOf: (key: string) => Track | undefined = () => undefined;

function setSpeed(next: (typeof speeds)[number]): void {
  speed.set(next);
  if (element) element.playbackRate = next;
}

/** Plays one sound at a time, at the speed that the person chose last. */
export const player = {
  playing,
  speed,
  /** Whose speed it is: kept by person, and followed when they change it in another tab. */
  listenAs(userId: number): void {
    if (listener === userId) return;
    listener = userId;
    stopHearing();
    setSpeed(asSpeed(stored.read(keyOf(userId))));
    stopHearing = onStoredElsewhere(keyOf(userId), (text) => setSpeed(asSpeed(text)));
  },
  toggle(track: Track): void {
    const audio = theElement();
    if (playing.get()?.key !== track.key) start(track);
    else if (audio.paused) void audio.play().catch(stopped);
    else audio.pause();
  },
  /** To a moment of a sound, which then is the one that plays. */
  seek(track: Track, seconds: number): void {
    if (playing.get()?.key !== track.key) start(track);
    theElement().currentTime = Math.max(0, seconds);
    tell();
  },
  changeSpeed(step: 1 | -1 | 'next'): void {
    const at = speeds.indexOf(speed.get());
    const to = step === 'next' ? (at + 1) % speeds.length : Math.min(Math.max(at + step, 0), speeds.length - 1);
    setSpeed(speeds[to] ?? 1);
    if (listener !== undefined) stored.write(keyOf(listener), String(speed.get()));
  },
  /** Which sound follows one that has ended. */
  follow(next: typeof nextOf): () => void {
    nextOf = next;
    return () => {
      nextOf = () => undefined;
      stop();
    };
  },
};

function theElement(): HTMLAudioElement {
  if (element) return element;
  element = new Audio();
  element.preload = 'metadata';
  for (const event of ['timeupdate', 'play', 'pause', 'durationchange'] as const) element.addEventListener(event, tell);
  element.addEventListener('error', stopped);
  element.addEventListener('ended', () => {
    const next = nextOf(playing.get()?.key ?? '');
    if (next) start(next);
    else stopped();
  });
  return element;
}

function start(track: Track): void {
  const audio = theElement();
  audio.src = track.url;
  audio.playbackRate = speed.get();
  playing.set({ ...track, isPlaying: true, at: 0, length: 0 });
  void audio.play().catch(stopped);
}

function tell(): void {
  const now = playing.get();
  if (!now || !element) return;
  // A recording without a length in its header says Infinity until it has been played through.
  const length = Number.isFinite(element.duration) ? element.duration : 0;
  playing.set({ ...now, isPlaying: !element.paused, at: element.currentTime, length });
}

function stopped(): void {
  const now = playing.get();
  if (now) playing.set({ ...now, isPlaying: false, at: 0 });
}

function stop(): void {
  element?.pause();
  element?.removeAttribute('src');
  playing.set(undefined);
}

import { type KeyboardEvent, useEffect } from 'react';
import { useStore } from '../../../platform/browser/store.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { PauseIcon, PlayIcon } from '../../../ui/icons/chat-icons.tsx';
import type { Shown } from '../messages/thread.ts';
import styles from './AudioPlayer.module.css';
import { mediaMessages } from './media.messages.ts';
import { player } from './player.ts';
import { useIsUnplayed } from './voice-notes.ts';
import { formatLength, waveBars, wavePath, waveSize } from './waveform.ts';

const jump = 5;

/** Audio player with seeking and speed; a voice note that nobody here has heard yet says so. */
export function AudioPlayer({ trackKey, url, shown }: { trackKey: string; url: string; shown: Shown }) {
  const text = useMessages(mediaMessages);
  const { data } = shown;
  const { user } = useSession();
  useEffect(() => player.listenAs(user.id), [user.id]);
  const isUnplayed = useIsUnplayed(trackKey, shown);
  const playing = useStore(player.playing);
  const speed = useStore(player.speed);
  const track = { key: trackKey, url };
  const own = playing?.key === trackKey ? playing : undefined;
  const length = own?.length || data?.seconds || 0;
  const at = own?.at ?? 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ',' || event.key === '.') player.changeSpeed(event.key === ',' ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <fieldset className={styles.audio} aria-label={text('audio')} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={styles.play}
        aria-label={text(own?.isPlaying ? 'pause' : 'play')}
        onClick={() => player.toggle(track)}
      >
        {own?.isPlaying ? <PauseIcon /> : <PlayIcon />}
      </button>
      <Wave
        share={length > 0 ? at / length : 0}
        waveform={data?.waveform}
        at={at}
        length={length}
        onSeek={(to) => player.seek(track, to)}
      />
      {isUnplayed && <span className={styles.unplayed} role="img" aria-label={text('unplayed')} title={text('unplayed')} />}
      <span className={styles.time}>{formatLength(own && at > 0 ? at : length)}</span>
      <button
        type="button"
        className={styles.speed}
        aria-label={text('speed', { n: inWords(speed) })}
        title={text('speed', { n: inWords(speed) })}
        onClick={() => player.changeSpeed('next')}
      >
        {inWords(speed)}×
      </button>
    </fieldset>
  );
}

const inWords = (speed: number) => speed.toLocaleString(document.documentElement.lang || 'pt-BR');

type WaveProps = {
  share: number;
  waveform: NonNullable<Shown['data']>['waveform'];
  at: number;
  length: number;
  onSeek: (seconds: number) => void;
};

function Wave({ share, waveform, at, length, onSeek }: WaveProps) {
  const text = useMessages(mediaMessages);
  const heights = waveBars(waveform);
  const byKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -jump : event.key === 'ArrowRight' ? jump : 0;
    if (by === 0) return;
    event.preventDefault();
    onSeek(Math.min(at + by, length));
  };
  return (
    <span className={styles.wave}>
      <svg viewBox={`0 0 ${waveSize.width} ${waveSize.height}`} aria-hidden="true" preserveAspectRatio="none">
        <path d={wavePath(heights)} />
        <path className={styles.played} d={wavePath(heights.slice(0, Math.round(share * waveSize.bars)))} />
      </svg>
      <input
        type="range"
        aria-label={text('position')}
        aria-valuetext={text('positionOf', { at: formatLength(at), length: formatLength(length) })}
        min={0}
        max={Math.max(length, 1)}
        step={0.1}
        value={at}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        onKeyDown={byKey}
      />
    </span>
  );
}

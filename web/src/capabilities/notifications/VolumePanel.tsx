import { useId } from 'react';
import { useStore } from '../../platform/browser/store.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Notifications.module.css';
import { notificationsMessages } from './notifications.messages.ts';
import { play, setVolume, soundsBlocked, volume } from './sounds.ts';

/** How loud the sounds are, from nothing to all. */
export function VolumePanel() {
  const text = useMessages(notificationsMessages);
  const id = useId();
  const value = useStore(volume);
  const isBlocked = useStore(soundsBlocked);
  const percent = text('percent', { n: Math.round(value * 100) });
  return (
    <div className={styles.volume}>
      <label htmlFor={id}>{text('volume')}</label>
      <output htmlFor={id}>{percent}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={1}
        step={0.1}
        value={value}
        aria-valuetext={percent}
        onChange={(event) => setVolume(event.target.valueAsNumber)}
      />
      <Button wide onClick={() => void play('message')}>
        {text(isBlocked ? 'enableSounds' : 'testSound')}
      </Button>
    </div>
  );
}

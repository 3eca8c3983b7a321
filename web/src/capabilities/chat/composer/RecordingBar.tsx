import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notify } from '../../../platform/browser/notices.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useConfirmLeave } from '../../../platform/session/confirm-leave.ts';
import { Button } from '../../../ui/Button.tsx';
import { SendIcon } from '../../../ui/icons/icons.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { formatLength } from '../media/waveform.ts';
import { useEmitTyping } from '../presence/presence.data.ts';
import styles from './Composer.module.css';
import { composerMessages } from './composer.messages.ts';
import { type Recording, record } from './recorder.ts';

/** Shorter recordings are treated as accidental. */
const minBytes = 10_000;
type RecordingBarProps = { ticketId: number; onSend: (file: File, seconds: number) => void; onStop: () => void };

/** Records from the moment it is shown: Enter sends, Esc throws away. */
export function RecordingBar({ ticketId, onSend, onStop }: RecordingBarProps) {
  const text = useMessages(composerMessages);
  const { seconds, level, recording } = useRecording(ticketId, onStop);
  const { leave, stay } = useConfirmLeave();
  const [isEnding, setEnding] = useState(false);
  const cancel = () => {
    recording.current?.cancel();
    onStop();
  };
  const send = async () => {
    if (!recording.current || isEnding) return;
    setEnding(true);
    const mp3 = await recording.current.stop().catch(() => undefined);
    if (mp3 && mp3.size >= minBytes) {
      onSend(new File([mp3], `audio-${Date.now()}.mp3`, { type: 'audio/mpeg' }), seconds);
      return;
    }
    notify('warning', text(mp3 ? 'tooShort' : 'noMicrophone'));
    onStop();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc anywhere in it cancels; the buttons do the same
    <div
      className={styles.recording}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        cancel();
      }}
    >
      <span className={styles.red} aria-hidden="true" />
      <span role="timer" aria-label={text('recording')} className={styles.timer}>
        {formatLength(seconds)}
      </span>
      <meter className={styles.level} min={0} max={1} value={level} aria-hidden="true" />
      <Button kind="ghost" onClick={cancel}>
        {text('cancelRecording')}
      </Button>
      <Button kind="primary" icon={<SendIcon size={16} />} busy={isEnding} autoFocus onClick={() => void send()}>
        {text('sendRecording')}
      </Button>
      {leave && (
        <ConfirmDialog
          title={text('leaveTitle')}
          body={text('leaveBody')}
          confirm={text('leave')}
          cancel={text('stay')}
          danger
          onConfirm={() => {
            cancel();
            leave();
          }}
          onCancel={stay}
        />
      )}
    </div>
  );
}

function useRecording(ticketId: number, onStop: () => void) {
  const text = useMessages(composerMessages);
  const say = useEmitTyping(ticketId);
  const recording = useRef<Recording>(undefined);
  const [since, setSince] = useState<number>();
  const [seconds, setSeconds] = useState(0);
  const [level, setLevel] = useState(0);
  const giveUp = useEffectEvent(() => {
    notify('danger', text('noMicrophone'));
    onStop();
  });
  useEffect(() => {
    let isWanted = true;
    const lost = () => isWanted && giveUp();
    record(setLevel, lost).then((begun) => {
      if (!isWanted) return begun.cancel();
      recording.current = begun;
      return setSince(performance.now());
    }, lost);
    return () => {
      isWanted = false;
      recording.current?.cancel();
    };
  }, []);
  const tick = useEffectEvent((from: number) => {
    setSeconds((performance.now() - from) / 1000);
    say(true);
  });
  useEffect(() => {
    if (since === undefined) return undefined;
    const timer = setInterval(() => tick(since), 250);
    return () => clearInterval(timer);
  }, [since]);
  return { seconds, level, recording };
}

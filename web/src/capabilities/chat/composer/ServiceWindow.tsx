import { useEffect, useRef } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ClockIcon } from '../../../ui/icons/chat-icons.tsx';
import { useDraftText } from './drafts.ts';
import styles from './ServiceWindow.module.css';
import { windowMessages } from './window.messages.ts';
import { hoursAndMinutes, type WindowState } from './window.rules.ts';

/** How long the customer may still be written to freely. */
export function Countdown({ window: { isEnding, left, hours } }: { window: WindowState }) {
  const text = useMessages(windowMessages);
  return (
    <span className={styles.countdown} role="timer" data-ending={isEnding || undefined} title={text('windowHint', { hours })}>
      <ClockIcon size={14} />
      <span className={styles.name}>{text('window')}</span> {hoursAndMinutes(left)}
    </span>
  );
}

/** In the place of the field, once it is closed. What was typed waits. */
export function ClosedWindow({ ticketId, hours, onTemplate }: { ticketId: number; hours: number; onTemplate: () => void }) {
  const text = useMessages(windowMessages);
  const { user } = useSession();
  const draft = useDraftText(user.id, ticketId);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Whoever was typing goes on from here.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.closed}>
      <div className={styles.words} role="status">
        <b>{text('closed')}</b>
        <span>{text('closedHint', { hours })}</span>
        {draft !== '' && (
          <span className={styles.kept} title={draft}>
            {text('kept', { text: draft })}
          </span>
        )}
      </div>
      <Button ref={button} kind="primary" onClick={onTemplate}>
        {text('choose')}
      </Button>
    </div>
  );
}

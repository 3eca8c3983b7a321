import { useMessages } from '../../../platform/language/messages.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import styles from './Bubble.module.css';

type AckName = 'failed' | 'sending' | 'sent' | 'delivered' | 'read';

export function ackName(ack: number): AckName {
  if (ack < 0) return 'failed';
  return (['sending', 'sent', 'delivered'] as const)[ack] ?? 'read';
}

const drawings: Record<AckName, string> = {
  failed: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11M8 5.5v3M8 10.6v.01',
  sending: 'M8 3a5 5 0 1 1 0 10a5 5 0 0 1 0-10M8 5.4V8l1.7 1.2',
  sent: 'M3.5 8.4l3 3l6-6.6',
  delivered: 'M1.2 8.4l3 3l6-6.6M7.4 11.2l.3.2l6-6.6',
  read: 'M1.2 8.4l3 3l6-6.6M7.4 11.2l.3.2l6-6.6',
};

/** The specification's scale: 3 is read, 4 and 5 are read and shown in blue. */
const isBlue = (ack: number) => ack >= 4;

/** Delivery state of an own message: clock, tick, two ticks, two blue ticks. */
export function Ack({ ack }: { ack: number }) {
  const text = useMessages(messagesMessages);
  const name = ackName(ack);
  return (
    <span className={styles.ack} data-ack={isBlue(ack) ? 'blue' : name} role="img" aria-label={text(name)} title={text(name)}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={drawings[name]} />
      </svg>
    </span>
  );
}

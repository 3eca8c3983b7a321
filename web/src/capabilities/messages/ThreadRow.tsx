import { daysBetween, formatDate } from '../../platform/format.ts';
import { useMessages } from '../../platform/messages.ts';
import { Bubble } from './Bubble.tsx';
import styles from './MessageList.module.css';
import { messagesMessages } from './messages.messages.ts';
import type { ThreadItem } from './thread.ts';

type ThreadRowProps = { item: ThreadItem; contactName: string; onRetry?: () => void; onDiscard?: () => void };

export function ThreadRow({ item, contactName, onRetry, onDiscard }: ThreadRowProps) {
  const text = useMessages(messagesMessages);
  switch (item.kind) {
    case 'bubble':
      return <Bubble shown={item.shown} contactName={contactName} onRetry={onRetry} onDiscard={onDiscard} />;
    case 'day':
      return <p className={styles.mark}>{dayName(item.at, text('today'), text('yesterday'))}</p>;
    case 'earlier':
      return <p className={styles.mark}>{text('earlier', { n: item.ticketId })}</p>;
    case 'start':
      return <p className={styles.start}>{text('start')}</p>;
    case 'unread':
      return <p className={styles.unread}>{text(item.count === 1 ? 'unreadOne' : 'unread', { n: item.count })}</p>;
  }
}

function dayName(at: string, today: string, yesterday: string): string {
  const days = daysBetween(at, new Date());
  if (days <= 0) return today;
  return days === 1 ? yesterday : formatDate(at);
}

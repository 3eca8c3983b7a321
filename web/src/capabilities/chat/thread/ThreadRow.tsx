import { memo } from 'react';
import { daysBetween, formatDate, formatWeekday } from '../../../platform/language/format.ts';
import { type Language, useLanguage, useMessages } from '../../../platform/language/messages.ts';
import { SelectableRow } from '../forwarding/SelectableRow.tsx';
import { messagesMessages } from '../messages/messages.messages.ts';
import { isSameRow, type ThreadItem } from '../messages/thread.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import { Bubble } from './Bubble.tsx';
import styles from './MessageList.module.css';

/** Rows are recreated with every message; memo re-renders only changed ones. */
export const ThreadRow = memo(Row, (before, now) => isSameRow(before.item, now.item));

function Row({ item }: { item: ThreadItem }) {
  const text = useMessages(messagesMessages);
  const { language } = useLanguage();
  switch (item.kind) {
    case 'bubble':
      return (
        <SelectableRow item={item}>
          <Bubble item={item} />
        </SelectableRow>
      );
    case 'day':
      return <p className={styles.mark}>{dayName(item.at, language, text('today'), text('yesterday'))}</p>;
    case 'earlier':
      return <Earlier ticketId={item.ticketId} />;
    case 'start':
      return <p className={styles.start}>{text('start')}</p>;
    case 'unread':
      return <p className={styles.unread}>{text(item.count === 1 ? 'unreadOne' : 'unread', { n: item.count })}</p>;
  }
}

function Earlier({ ticketId }: { ticketId: number }) {
  const text = useMessages(messagesMessages);
  const { closedOn } = useThreadActions();
  const date = closedOn?.(ticketId);
  return (
    <p className={styles.mark}>
      {date ? text('earlierClosed', { n: ticketId, date: formatDate(date) }) : text('earlier', { n: ticketId })}
    </p>
  );
}

const weekDays = 7;

/** Today, yesterday, the weekday within a week, then the date. */
export function dayName(at: string, language: Language, today: string, yesterday: string, now = new Date()): string {
  const days = daysBetween(at, now);
  if (days === 0) return today;
  if (days === 1) return yesterday;
  return days < 0 || days >= weekDays ? formatDate(at) : formatWeekday(at, language);
}

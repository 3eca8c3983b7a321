import type { Ticket } from '@prosa/contracts/tickets';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useStore } from '../../platform/browser/store.ts';
import { formatListTime } from '../../platform/language/format.ts';
import { useLanguage, useMessages } from '../../platform/language/messages.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { HistoryIcon } from '../../ui/icons/icons.tsx';
import { BadgePopover } from '../../ui/overlays/BadgePopover.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { askForDesktop, desktopPermission } from './desktop.ts';
import { BellIcon } from './icons.tsx';
import styles from './Notifications.module.css';
import { notificationsMessages } from './notifications.messages.ts';
import { markTab } from './tab-badge.ts';
import { countOf, type Unread } from './unread.ts';
import { unreadCount } from './unread-count.ts';
import { useAlerts } from './useAlerts.ts';
import { useLastText } from './useLastText.ts';

type NotificationsButtonProps = { onHistory: () => void };

/** The tickets with something unread: how many, which, and the way to them. */
export function NotificationsButton({ onHistory }: NotificationsButtonProps) {
  const text = useMessages(notificationsMessages);
  const unread = useAlerts();
  const count = countOf(unread);
  useEffect(() => {
    unreadCount.set(count);
    markTab(count);
  }, [count]);
  useEffect(
    () => () => {
      unreadCount.set(0);
      markTab(0);
    },
    [],
  );
  return (
    <BadgePopover
      title={text('title')}
      icon={<BellIcon />}
      count={count}
      counted={text(count === 1 ? 'unreadOne' : 'unread', { n: count })}
    >
      {(close) => (
        <>
          <List unread={unread} onOpen={close} />
          <Foot
            onHistory={() => {
              close();
              onHistory();
            }}
          />
        </>
      )}
    </BadgePopover>
  );
}

function List({ unread: { tickets, beyond }, onOpen }: { unread: Unread; onOpen: () => void }) {
  const text = useMessages(notificationsMessages);
  if (tickets.length === 0) return <EmptyState icon={<BellIcon />} title={text('none')} />;
  return (
    <ul className={styles.list}>
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Row ticket={ticket} onOpen={onOpen} />
        </li>
      ))}
      {beyond > 0 && <li className={styles.more}>{text('more', { n: beyond })}</li>}
    </ul>
  );
}

function Row({ ticket, onOpen }: { ticket: Ticket; onOpen: () => void }) {
  const text = useMessages(notificationsMessages);
  const { language } = useLanguage();
  const lastText = useLastText();
  const { contact, queue, unreadMessages, updatedAt, status } = ticket;
  return (
    <Link className={styles.row} href={`/tickets/${ticket.uuid}`} onClick={onOpen}>
      <Avatar name={contact.name} picture={contact.profilePicUrl} size={36} />
      <span className={styles.name} title={contact.name}>
        {contact.name}
      </span>
      <time dateTime={updatedAt}>{formatListTime(updatedAt, language)}</time>
      <span className={styles.last} title={lastText(ticket)}>
        {lastText(ticket)}
      </span>
      <Badge label={text(unreadMessages === 1 ? 'messagesOne' : 'messages', { n: unreadMessages })}>{unreadMessages}</Badge>
      <span className={styles.chips}>
        {status === 'pending' && <Chip>{text('waiting')}</Chip>}
        {queue && <Chip color={queue.color}>{queue.name}</Chip>}
      </span>
    </Link>
  );
}

function Foot({ onHistory }: { onHistory: () => void }) {
  const text = useMessages(notificationsMessages);
  const permission = useStore(desktopPermission);
  return (
    <footer className={styles.foot}>
      {permission === 'default' && (
        <Button kind="ghost" icon={<BellIcon size={16} />} onClick={() => void askForDesktop()}>
          {text('enableDesktop')}
        </Button>
      )}
      {permission === 'denied' && <p>{text('blockedDesktop')}</p>}
      <Button kind="ghost" icon={<HistoryIcon size={16} />} onClick={onHistory}>
        {text('history')}
      </Button>
    </footer>
  );
}

import type { Announcement } from '@prosa/contracts/announcements';
import type { KeyboardEvent } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { MegaphoneIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { AnnouncementCard } from './AnnouncementCard.tsx';
import styles from './Announcements.module.css';
import type { useActiveAnnouncements } from './announcements.data.ts';
import { readingMessages } from './reading.messages.ts';

type ListProps = {
  list: ReturnType<typeof useActiveAnnouncements>;
  isRead: (id: number) => boolean;
  onOpen: (announcement: Announcement) => void;
};

/** In the popover of the top bar. */
export function AnnouncementsList({ list, isRead, onOpen }: ListProps) {
  const text = useMessages(readingMessages);
  const common = useMessages(commonMessages);
  if (!list.data && list.isError)
    return (
      <div role="alert">
        <EmptyState title={common('listFailed')} action={<Button onClick={() => void list.refetch()}>{common('tryAgain')}</Button>} />
      </div>
    );
  if (!list.data) return <SkeletonRows rows={3} height={56} />;
  if (list.data.length === 0) return <EmptyState icon={<MegaphoneIcon />} title={text('none')} />;
  return (
    <ul className={styles.list} onKeyDown={moveByArrows}>
      {list.data.map((announcement) => (
        <li key={announcement.id}>
          <button type="button" className={styles.item} onClick={() => onOpen(announcement)}>
            <AnnouncementCard announcement={announcement} unread={!isRead(announcement.id)} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Up and down go from one to the next, as Tab does. */
function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')];
  const at = items.findIndex((item) => item.matches(':focus'));
  event.preventDefault();
  items[Math.min(Math.max(at + step, 0), items.length - 1)]?.focus();
}

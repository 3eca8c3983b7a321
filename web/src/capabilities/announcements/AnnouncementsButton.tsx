import type { Announcement } from '@prosa/contracts/announcements';
import { type KeyboardEvent, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDate } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckIcon, MegaphoneIcon } from '../../ui/icons/icons.tsx';
import { BadgePopover } from '../../ui/overlays/BadgePopover.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { AnnouncementCard } from './AnnouncementCard.tsx';
import styles from './Announcements.module.css';
import { useActiveAnnouncements } from './announcements.data.ts';
import { announcementsMessages } from './announcements.messages.ts';
import { StoredImage } from './Images.tsx';
import { PriorityPill } from './PriorityPill.tsx';
import { useReadAnnouncements } from './read-announcements.ts';

/** In the top bar, for everyone: what the platform tells, with a mark for what was not read yet. */
export function AnnouncementsButton() {
  const text = useMessages(announcementsMessages);
  const list = useActiveAnnouncements();
  const { isRead, markRead } = useReadAnnouncements(useSession().user.id);
  const [reading, setReading] = useState<Announcement>();
  const shown = list.data ?? [];
  const unread = shown.filter(({ id }) => !isRead(id)).length;
  const open = (announcement: Announcement) => {
    markRead([announcement.id]);
    setReading(announcement);
  };
  return (
    <>
      <BadgePopover
        title={text('title')}
        icon={<MegaphoneIcon />}
        count={unread}
        counted={text(unread === 1 ? 'unreadOne' : 'unread', { n: unread })}
      >
        {(close) => (
          <>
            <List
              {...{ list, isRead }}
              onOpen={(announcement) => {
                close();
                open(announcement);
              }}
            />
            {unread > 0 && (
              <footer className={styles.foot}>
                <Button kind="ghost" icon={<CheckIcon size={16} />} onClick={() => markRead(shown.map(({ id }) => id))}>
                  {text('readAll')}
                </Button>
              </footer>
            )}
          </>
        )}
      </BadgePopover>
      {reading && <Reader announcement={shown.find(({ id }) => id === reading.id) ?? reading} onClose={() => setReading(undefined)} />}
    </>
  );
}

type ListProps = {
  list: ReturnType<typeof useActiveAnnouncements>;
  isRead: (id: number) => boolean;
  onOpen: (announcement: Announcement) => void;
};

function List({ list, isRead, onOpen }: ListProps) {
  const text = useMessages(announcementsMessages);
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

function Reader({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const text = useMessages(announcementsMessages);
  const common = useMessages(commonMessages);
  const { title, text: body, priority, mediaPath, mediaName, createdAt } = announcement;
  return (
    <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>{common('close')}</Button>}>
      <div className={styles.reader}>
        <p className={styles.meta}>
          {priority < 3 && <PriorityPill priority={priority} />}
          {createdAt && <time dateTime={createdAt}>{text('published', { date: formatDate(createdAt) })}</time>}
        </p>
        {mediaPath && <StoredImage path={mediaPath} name={mediaName ?? ''} />}
        <p className={styles.body}>{body}</p>
      </div>
    </Dialog>
  );
}

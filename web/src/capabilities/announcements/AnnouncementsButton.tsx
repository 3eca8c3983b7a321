import type { Announcement } from '@prosa/contracts/announcements';
import { lazy, Suspense, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { useSession } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckIcon, MegaphoneIcon } from '../../ui/icons/icons.tsx';
import { BadgePopover } from '../../ui/overlays/BadgePopover.tsx';
import styles from './Announcements.module.css';
import { AnnouncementsList } from './AnnouncementsList.tsx';
import { useActiveAnnouncements } from './announcements.data.ts';
import { useReadAnnouncements } from './read-announcements.ts';
import { readingMessages } from './reading.messages.ts';

/** Fetched when one is opened first. */
const AnnouncementReader = lazy(async () => ({ default: (await import('./AnnouncementReader.tsx')).AnnouncementReader }));

/** In the top bar, for everyone: what the platform tells, with a mark for what was not read yet. */
export function AnnouncementsButton() {
  const text = useMessages(readingMessages);
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
            <AnnouncementsList
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
      {reading && (
        <Suspense>
          <AnnouncementReader announcement={shown.find(({ id }) => id === reading.id) ?? reading} onClose={() => setReading(undefined)} />
        </Suspense>
      )}
    </>
  );
}

import type { Announcement } from '@prosa/contracts/announcements';
import { formatListTime } from '../../platform/language/format.ts';
import { useLanguage, useMessages } from '../../platform/language/messages.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Announcements.module.css';
import { StoredImage } from './Images.tsx';
import { PriorityPill } from './PriorityPill.tsx';
import { readingMessages } from './reading.messages.ts';

type Shown = Pick<Announcement, 'title' | 'text' | 'priority'> & Partial<Announcement>;

/** An announcement in the list of the top bar: its title, its first lines and its image, small. */
export function AnnouncementCard({ announcement, unread = false }: { announcement: Shown; unread?: boolean }) {
  const text = useMessages(readingMessages);
  const { language } = useLanguage();
  const { title, text: body, priority, mediaPath, createdAt } = announcement;
  return (
    <span className={styles.card} data-unread={unread || undefined}>
      <span className={styles.words}>
        <span className={styles.cardTitle}>
          {unread && <i aria-hidden="true" className={styles.dot} />}
          {title}
          {unread && <VisuallyHidden>, {text('isUnread')}</VisuallyHidden>}
        </span>
        <span className={styles.lines} title={body}>
          {body}
        </span>
        <span className={styles.meta}>
          {priority < 3 && <PriorityPill priority={priority} />}
          {createdAt && <time dateTime={createdAt}>{formatListTime(createdAt, language)}</time>}
        </span>
      </span>
      {mediaPath && <StoredImage path={mediaPath} name="" small />}
    </span>
  );
}

import type { Announcement } from '@prosa/contracts/announcements';
import { formatDate } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import styles from './Announcements.module.css';
import { StoredImage } from './Images.tsx';
import { PriorityPill } from './PriorityPill.tsx';
import { readingMessages } from './reading.messages.ts';

/** One announcement, whole. */
export function AnnouncementReader({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const text = useMessages(readingMessages);
  const { title, text: body, priority, mediaPath, mediaName, createdAt } = announcement;
  return (
    <Dialog title={title} onClose={onClose} footer={<CloseButton />}>
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

import { formatDateTime } from '../platform/format.ts';
import { useMessages } from '../platform/messages.ts';
import { noticeHistory } from '../platform/notices.ts';
import { useStore } from '../platform/store.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { HistoryIcon } from '../ui/icons.tsx';
import styles from './Shell.module.css';
import { shellMessages } from './shell.messages.ts';

/** What was said in passing, for who was too slow or looked away. */
export function NoticeHistoryDialog({ onClose }: { onClose: () => void }) {
  const text = useMessages(shellMessages);
  const notices = useStore(noticeHistory);
  return (
    <Dialog title={text('history')} onClose={onClose}>
      {notices.length === 0 && <EmptyState icon={<HistoryIcon />} title={text('noHistory')} />}
      <ol className={styles.history}>
        {notices.map((notice) => (
          <li key={notice.id} data-tone={notice.tone}>
            <span>{notice.text}</span>
            <time dateTime={notice.at.toISOString()}>{formatDateTime(notice.at)}</time>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

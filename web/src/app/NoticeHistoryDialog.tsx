import { noticeHistory } from '../platform/browser/notices.ts';
import { useStore } from '../platform/browser/store.ts';
import { formatDateTime } from '../platform/language/format.ts';
import { useMessages } from '../platform/language/messages.ts';
import { HistoryIcon } from '../ui/icons/icons.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { shellMessages } from './navigation/shell.messages.ts';
import styles from './Shell.module.css';

/** History of notices. */
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

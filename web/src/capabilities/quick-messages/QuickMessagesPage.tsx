import { useCommercialNotices } from '../../platform/browser/notice-area.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan, useSession } from '../../platform/session/session.tsx';
import { StatusPill } from '../../ui/Chip.tsx';
import { BoltIcon, PaperclipIcon } from '../../ui/icons/icons.tsx';
import { RecordsPage } from '../../ui/records/RecordsPage.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { QuickMessageDialog } from './QuickMessageDialog.tsx';
import styles from './QuickMessages.module.css';
import { type QuickMessageRow, quickMessages } from './quick-messages.data.ts';
import { quickMessagesMessages } from './quick-messages.messages.ts';

/** Ready answers: one's own, and those the company shares. */
export function QuickMessagesPage() {
  const text = useMessages(quickMessagesMessages);
  const { user } = useSession();
  const mayShare = useCan('quick-messages:share');
  useCommercialNotices();
  const mayChange = ({ shared, userId }: QuickMessageRow) => (shared ? mayShare : userId === user.id);
  return (
    <RecordsPage
      records={quickMessages}
      messages={quickMessagesMessages}
      icon={<BoltIcon />}
      columns={[
        {
          key: 'shortcode',
          header: text('shortcode'),
          width: '34%',
          leads: true,
          cell: ({ name, shared }) => (
            <span className={styles.name}>
              <code className={styles.shortcode} title={name}>
                {name}
              </code>
              {shared && <StatusPill tone="neutral">{text('shared')}</StatusPill>}
            </span>
          ),
        },
        { key: 'message', header: text('message'), cell: (row) => <MessageCell row={row} /> },
      ]}
      mayEdit={mayChange}
      mayRemove={mayChange}
      form={(record, handlers) => <QuickMessageDialog record={record} {...handlers} />}
    />
  );
}

function MessageCell({ row: { message, mediaName } }: { row: QuickMessageRow }) {
  const text = useMessages(quickMessagesMessages);
  return (
    <span className={styles.message} title={message}>
      {mediaName && (
        <span className={styles.clip} title={mediaName}>
          <PaperclipIcon size={14} />
          <VisuallyHidden>{text('withFile', { name: mediaName })}</VisuallyHidden>
        </span>
      )}
      <span className={styles.lines}>{message}</span>
    </span>
  );
}

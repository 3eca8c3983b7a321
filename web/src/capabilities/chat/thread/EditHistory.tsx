import type { Message } from '@prosa/contracts/messages';
import { errorText } from '../../../platform/api/errors.ts';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { formatDateTime } from '../../../platform/language/format.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { CloseButton } from '../../../ui/CloseButton.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { SkeletonRows } from '../../../ui/Skeleton.tsx';
import { useEdits } from '../messages/changes.data.ts';
import { changesMessages } from '../messages/changes.messages.ts';
import { Markup } from '../text/Markup.tsx';
import styles from './EditHistory.module.css';

/** What a message said before, oldest first, and what it says now. */
export function EditHistory({ message, contactName, onClose }: { message: Message; contactName: string; onClose: () => void }) {
  const text = useMessages(changesMessages);
  const common = useMessages(commonMessages);
  const edits = useEdits(message);
  return (
    <Dialog title={text('edits')} onClose={onClose} footer={<CloseButton autoFocus />}>
      {edits.isPending && <SkeletonRows rows={2} />}
      {edits.isError && (
        <div role="alert" className={styles.failed}>
          <p>{errorText(edits.error)}</p>
          <Button onClick={() => void edits.refetch()}>{common('tryAgain')}</Button>
        </div>
      )}
      {edits.data?.length === 0 && <p className={styles.none}>{text('noEdits')}</p>}
      {edits.data && (
        <ol className={styles.wordings} aria-label={text('edits')}>
          {edits.data.map(({ body, at, user }) => (
            <li key={at}>
              <p className={styles.about}>
                <time dateTime={at}>{formatDateTime(at)}</time> · {user?.name ?? (message.fromMe ? text('ourPhone') : contactName)}
              </p>
              <Markup text={body} />
            </li>
          ))}
          <li data-now>
            <p className={styles.about}>{text('now')}</p>
            <Markup text={message.body} />
          </li>
        </ol>
      )}
    </Dialog>
  );
}

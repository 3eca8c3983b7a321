import type { Ticket } from '@prosa/contracts/tickets';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useLanguage, useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './History.module.css';
import { useHistory } from './history.data.ts';
import { historyMessages } from './history.messages.ts';
import { historyTitleMessages } from './history-title.messages.ts';
import { sentenceOf } from './sentences.ts';

/** "Por que este atendimento está aqui?": its history in words. */
export function HistoryDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const text = useMessages(historyMessages);
  const heading = useMessages(historyTitleMessages);
  const common = useMessages(commonMessages);
  const { language } = useLanguage();
  const history = useHistory(ticket.id);
  return (
    <Dialog title={heading('title')} onClose={onClose} footer={<CloseButton autoFocus />}>
      {history.data && (
        <ol className={styles.steps} aria-label={text('steps')} aria-live="polite">
          {history.data.map((step, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the history, which only grows at its end
            <li key={place}>
              <time dateTime={step.at}>{formatDateTime(step.at)}</time>
              <span>{sentenceOf(step, language)}</span>
            </li>
          ))}
        </ol>
      )}
      {history.isPending && <SkeletonRows rows={3} />}
      {history.isError && !history.data && (
        <div role="alert" className={styles.failed}>
          <p>{text('failed')}</p>
          <Button onClick={() => void history.refetch()}>{common('tryAgain')}</Button>
        </div>
      )}
    </Dialog>
  );
}

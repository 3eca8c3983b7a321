import { type ReactNode, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import styles from './Notice.module.css';
import { useAcceptNotice, useIsNoticeAccepted, useNotice } from './notice.data.ts';
import { noticeMessages } from './notice.messages.ts';

type NoticeDialogProps = { onClose: () => void; onAccepted?: (() => void) | undefined };

/** What a company should know before it uses WhatsApp by QR code. To be read only, where it is accepted already. */
export function NoticeDialog({ onClose, onAccepted }: NoticeDialogProps) {
  const text = useMessages(noticeMessages);
  const common = useMessages(commonMessages);
  const accept = useAcceptNotice();
  const buttons = onAccepted ? (
    <>
      <CloseButton label={common('cancel')} />
      <Button kind="primary" busy={accept.isPending} onClick={() => accept.mutate(undefined, { onSuccess: onAccepted })}>
        {text('accept')}
      </Button>
    </>
  ) : (
    <CloseButton />
  );
  return (
    <Dialog title={text('title')} onClose={onClose} footer={buttons}>
      <p>{text('intro')}</p>
      <ul className={styles.points}>
        {(['risk', 'terms', 'change'] as const).map((point) => (
          <li key={point}>{text(point)}</li>
        ))}
      </ul>
      <p className={styles.advice}>{text('advice')}</p>
      {onAccepted && <p className={styles.small}>{text('once')}</p>}
    </Dialog>
  );
}

/** Who accepted it and when, once somebody has. */
export function AcceptedLine() {
  const text = useMessages(noticeMessages);
  const { data } = useNotice();
  const [isReading, setReading] = useState(false);
  if (!data?.acceptedAt) return null;
  const date = formatDateTime(data.acceptedAt);
  return (
    <div className={styles.small}>
      {data.acceptedBy ? text('accepted', { name: data.acceptedBy, date }) : text('acceptedBefore', { date })}{' '}
      <button type="button" className={styles.read} onClick={() => setReading(true)}>
        {text('read')}
      </button>
      {isReading && <NoticeDialog onClose={() => setReading(false)} />}
    </div>
  );
}

/** Lets something go on once the company has accepted the notice: at once, or after the question. */
export function useNoticeFirst(): { first: (go: () => void) => void; question: ReactNode } {
  const isAccepted = useIsNoticeAccepted();
  const [waiting, setWaiting] = useState<{ go: () => void }>();
  const first = (go: () => void) => void isAccepted().then((accepted) => (accepted ? go() : setWaiting({ go })));
  const close = () => setWaiting(undefined);
  const question = waiting && (
    <NoticeDialog
      onClose={close}
      onAccepted={() => {
        close();
        waiting.go();
      }}
    />
  );
  return { first, question };
}

import { type ReactNode, useId } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../Button.tsx';
import styles from './Dialog.module.css';
import { DialogFrame } from './DialogFrame.tsx';

type ConfirmDialogProps = {
  title: string;
  body?: ReactNode;
  /** The word on the button that does it. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** Set while something is missing for the confirmation, such as `children`'s input. */
  disabled?: boolean;
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that can not be undone; the safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, body, confirm, cancel, danger = false, busy = false, disabled = false, children, onConfirm, onCancel } = props;
  const text = useMessages(commonMessages);
  const id = useId();
  return (
    <DialogFrame role="alertdialog" labelledBy={id} describedBy={`${id}-body`} size="small" onClose={onCancel}>
      <div className={styles.question}>
        <h2 id={id}>{title}</h2>
        <p id={`${id}-body`}>{body}</p>
        {children}
      </div>
      <footer className={styles.footer}>
        <Button autoFocus onClick={onCancel}>
          {cancel ?? text('cancel')}
        </Button>
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onConfirm}>
          {confirm}
        </Button>
      </footer>
    </DialogFrame>
  );
}

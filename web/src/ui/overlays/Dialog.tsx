import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { CloseContext } from '../CloseButton.tsx';
import { IconButton } from '../IconButton.tsx';
import { CloseIcon } from '../icons/icons.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import styles from './Dialog.module.css';
import { DialogFrame } from './DialogFrame.tsx';

export type DialogProps = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot, the main one last. `CloseButton` and `SaveButtons` close the dialog. */
  footer?: ReactNode;
  /** 480 px for a form, 720 when wide, the whole screen under 600 px. */
  wide?: boolean;
} & (FormProps | { dirty?: boolean; onSubmit?: never });

/** A form has to say whether it holds unsaved input, so that no dialog forgets to ask before it closes. */
type FormProps = {
  /** Something typed would be lost: closing asks first. */
  dirty: boolean;
  /** Makes the content a form; Ctrl+Enter submits it. */
  onSubmit: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
};

/** Shown for as long as it is rendered. */
export function Dialog({ title, onClose, children, footer, wide = false, dirty = false, onSubmit }: DialogProps) {
  const text = useMessages(commonMessages);
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const close = () => (dirty ? setAsking(true) : onClose());
  useFocusFirstField(content);
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  const inside = (
    <>
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label={text('close')} onClick={close}>
          <CloseIcon />
        </IconButton>
      </header>
      <div ref={content} className={styles.content}>
        {children}
      </div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </>
  );
  return (
    <CloseContext value={close}>
      <DialogFrame labelledBy={titleId} onClose={close} size={wide ? 'wide' : 'form'}>
        {onSubmit ? (
          <form ref={form} noValidate onSubmit={onSubmit} onKeyDown={submitByKey} className={styles.inside}>
            {inside}
          </form>
        ) : (
          <div className={styles.inside}>{inside}</div>
        )}
        {asking && (
          <ConfirmDialog
            title={text('discardTitle')}
            body={text('discardBody')}
            confirm={text('discard')}
            cancel={text('keepEditing')}
            danger
            onConfirm={onClose}
            onCancel={() => setAsking(false)}
          />
        )}
      </DialogFrame>
    </CloseContext>
  );
}

/** The first field, not the close button, is where a person starts; or what says so of itself, in the content or at the foot. */
function useFocusFirstField(content: { current: HTMLElement | null }): void {
  useEffect(() => {
    const wanted = content.current?.parentElement?.querySelector<HTMLElement>('[autofocus], [data-autofocus]');
    const first = content.current?.querySelector<HTMLElement>(
      'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)',
    );
    (wanted ?? first)?.focus();
  }, [content]);
}

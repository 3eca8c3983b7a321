import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../classes.ts';
import styles from './Dialog.module.css';

type DialogFrameProps = {
  labelledBy: string;
  describedBy?: string;
  role?: 'dialog' | 'alertdialog';
  size: 'small' | 'form' | 'wide';
  onClose: () => void;
  children: ReactNode;
};

/** A native modal dialog: it traps the focus, makes the rest inert and restores the focus. */
export function DialogFrame({ labelledBy, describedBy, role, size, onClose, children }: DialogFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    return () => {
      element.close();
      // A part of a drawing takes the focus as well.
      if ((before instanceof HTMLElement || before instanceof SVGElement) && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one beside the dialog; Esc does the same
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={classes(styles.dialog, styles[size])}
      onCancel={(event) => {
        // A file chooser inside also fires `cancel`; only the dialog's own closes it.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        // Selecting text that ends outside is not a wish to close.
        if (event.target === dialog.current && pressedOutside.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

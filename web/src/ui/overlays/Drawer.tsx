import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../classes.ts';
import styles from './Drawer.module.css';

type DrawerProps = { label: string; onClose: () => void; children: ReactNode; side?: 'left' | 'right' };

/** A temporary panel from the edge. Shown for as long as it is rendered; a click beside it or Esc closes. */
export function Drawer({ label, onClose, children, side = 'left' }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one beside the dialog; Esc does the same
    <dialog
      ref={dialog}
      aria-label={label}
      className={classes(styles.drawer, side === 'right' && styles.right)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

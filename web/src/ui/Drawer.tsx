import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Drawer.module.css';

/** A temporary panel from the left edge. Shown for as long as it is rendered; a click beside it or Esc closes. */
export function Drawer({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one beside the dialog; Esc does the same
    <dialog
      ref={dialog}
      aria-label={label}
      className={styles.drawer}
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

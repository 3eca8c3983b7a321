import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** The browser's own modal dialog for as long as it is rendered; Esc closes, and the focus goes back to where it was. */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const before = document.activeElement;
    const onCancel = (event: Event) => {
      if (event.target !== element) return;
      event.preventDefault();
      close();
    };
    element.addEventListener('cancel', onCancel);
    if (!element.open) element.showModal();
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return dialog;
}

import { createContext, useContext } from 'react';
import { commonMessages } from '../platform/language/common.messages.ts';
import { useMessages } from '../platform/language/messages.ts';
import { Button } from './Button.tsx';

/** Closes the dialog around it. The dialog asks first when typed input would be lost. */
export const CloseContext = createContext<(() => void) | undefined>(undefined);

type CloseButtonProps = { label?: string; kind?: 'primary' | 'secondary'; autoFocus?: boolean };

/** The only button that closes a dialog: it takes no callback, so that no dialog can skip the question about unsaved input. */
export function CloseButton({ label, kind = 'secondary', autoFocus = false }: CloseButtonProps) {
  const text = useMessages(commonMessages);
  const close = useContext(CloseContext);
  if (!close) throw new Error('a close button stands in a dialog');
  return (
    <Button kind={kind} autoFocus={autoFocus} onClick={close}>
      {label ?? text('close')}
    </Button>
  );
}

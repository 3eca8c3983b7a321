import type { MouseEvent, ReactNode } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { CheckIcon } from '../../../ui/icons/icons.tsx';
import type { BubbleItem } from '../messages/thread.ts';
import { forwardingMessages } from './forwarding.messages.ts';
import styles from './Selection.module.css';
import { isForwardable, useSelection } from './selection.ts';

/** While messages are chosen, a click anywhere on one chooses it, with Shift all from the last one on. The bubble itself stays as it is. */
export function SelectableRow({ item: { message }, children }: { item: BubbleItem; children: ReactNode }) {
  const text = useMessages(forwardingMessages);
  const selection = useSelection();
  const ids = selection?.ids;
  const isChosen = message !== undefined && ids?.has(message.id) === true;
  const choose = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!message || !selection) return;
    if (event.shiftKey) selection.extend(message);
    else selection.toggle(message);
  };
  return (
    <div
      className={styles.selectable}
      data-message={message?.id}
      data-on={ids !== undefined || undefined}
      data-chosen={isChosen || undefined}
      onClickCapture={ids && choose}
    >
      {ids && message && isForwardable(message) && (
        <span className={styles.check} data-chosen={isChosen || undefined}>
          <input type="checkbox" checked={isChosen} readOnly tabIndex={-1} aria-label={text('select')} />
          {isChosen && <CheckIcon size={14} />}
        </span>
      )}
      {children}
    </div>
  );
}

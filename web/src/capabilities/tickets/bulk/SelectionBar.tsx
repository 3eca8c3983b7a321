import type { Ticket } from '@prosa/contracts/tickets';
import { useMessages } from '../../../platform/language/messages.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TransferIcon } from '../../../ui/icons/chat-icons.tsx';
import { ChatIcon, CheckIcon, CloseIcon, TagIcon } from '../../../ui/icons/icons.tsx';
import { bulkMessages } from './bulk.messages.ts';
import { bulkActionsOf } from './bulk-actions.ts';
import styles from './SelectionBar.module.css';

type SelectionBarProps = {
  chosen: readonly Ticket[];
  onAccept: () => void;
  onTransfer: () => void;
  onResolve: () => void;
  onTag: () => void;
  onClear: () => void;
};

/** What can be done with everything that is chosen. */
export function SelectionBar({ chosen, onAccept, onTransfer, onResolve, onTag, onClear }: SelectionBarProps) {
  const text = useMessages(bulkMessages);
  const may = bulkActionsOf(chosen);
  return (
    <div className={styles.selection} role="toolbar" aria-label={text('bar')}>
      <IconButton label={text('clear')} onClick={onClear}>
        <CloseIcon size={16} />
      </IconButton>
      <span role="status" className={styles.selected}>
        {text(chosen.length === 1 ? 'selectedOne' : 'selected', { n: chosen.length })}
      </span>
      {may.accept && (
        <IconButton label={text('accept')} onClick={onAccept}>
          <ChatIcon />
        </IconButton>
      )}
      {may.transfer && (
        <IconButton label={text('transfer')} onClick={onTransfer}>
          <TransferIcon />
        </IconButton>
      )}
      {may.resolve && (
        <IconButton label={text('resolve')} onClick={onResolve}>
          <CheckIcon />
        </IconButton>
      )}
      <IconButton label={text('tag')} onClick={onTag}>
        <TagIcon />
      </IconButton>
    </div>
  );
}

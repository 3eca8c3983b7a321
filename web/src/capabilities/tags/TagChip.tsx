import { useMessages } from '../../platform/language/messages.ts';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import styles from './TagEditor.module.css';
import { tagsMessages } from './tags.messages.ts';

/** A removable tag of a ticket. */
export function TagChip({ tag, onRemove }: { tag: { name: string; color: string }; onRemove: () => void }) {
  const text = useMessages(tagsMessages);
  return (
    <span className={styles.tag}>
      <i style={{ background: tag.color }} aria-hidden="true" />
      <span title={tag.name}>{tag.name}</span>
      <button
        type="button"
        aria-label={text('removeTag', { name: tag.name })}
        title={text('removeTag', { name: tag.name })}
        onClick={onRemove}
      >
        <CloseIcon size={12} />
      </button>
    </span>
  );
}

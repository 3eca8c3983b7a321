import { useRef } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { CloseIcon, PaperclipIcon } from '../../ui/icons/icons.tsx';
import styles from './Schedules.module.css';
import { schedulesMessages } from './schedules.messages.ts';

type FileFieldProps = {
  /** What goes with it: chosen just now, or stored. */
  name: string | undefined;
  readOnly: boolean;
  onChoose: (file: File) => void;
  onRemove: () => void;
};

/** One file that goes with the message. */
export function FileField({ name, readOnly, onChoose, onRemove }: FileFieldProps) {
  const text = useMessages(schedulesMessages);
  const input = useRef<HTMLInputElement>(null);
  if (readOnly && name === undefined) return null;
  return (
    <fieldset className={styles.file}>
      <legend>{text('file')}</legend>
      {name !== undefined && (
        <span className={styles.fileName}>
          <PaperclipIcon size={16} />
          <span title={name}>{name}</span>
          {!readOnly && (
            <IconButton label={text('removeFile', { name })} onClick={onRemove}>
              <CloseIcon size={16} />
            </IconButton>
          )}
        </span>
      )}
      {!readOnly && (
        <>
          <Button icon={<PaperclipIcon size={16} />} onClick={() => input.current?.click()}>
            {text(name === undefined ? 'attach' : 'changeFile')}
          </Button>
          <small>{text('fileHint')}</small>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={text('attach')}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              // The same file may be chosen again after it was removed.
              target.value = '';
              if (file) onChoose(file);
            }}
          />
        </>
      )}
    </fieldset>
  );
}

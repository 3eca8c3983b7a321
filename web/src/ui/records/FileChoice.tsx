import { type ReactNode, useId, useRef, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../Button.tsx';
import { PaperclipIcon, TrashIcon } from '../icons/icons.tsx';
import { ConfirmDialog } from '../overlays/ConfirmDialog.tsx';
import styles from './FileChoice.module.css';

type FileChoiceProps = {
  texts: { legend: string; choose: string; change: string; remove: string; removeTitle: string };
  /** Goes out with the form; takes the place of the stored one. */
  chosen: File | null;
  onChoose: (file: File | null) => void;
  hasStored: boolean;
  /** Takes the stored one away, at once; tells when that is settled. */
  onRemove: (settled: () => void) => void;
  isRemoving: boolean;
  /** Shows the file that is there. */
  shown: ReactNode;
  hint?: string;
  /** What is wrong with the file that was taken last. */
  complaint?: string | undefined;
  accept?: string;
  mayChange?: boolean;
};

/** A file of a record: chosen here and sent with the form, or taken away at once. */
export function FileChoice({ texts, chosen, hasStored, shown, hint, complaint, mayChange = true, ...change }: FileChoiceProps) {
  const id = useId();
  const hasFile = chosen !== null || hasStored;
  return (
    <fieldset className={styles.file} aria-describedby={hint && `${id}-hint`}>
      <legend>{texts.legend}</legend>
      {hasFile && shown}
      {mayChange && <Change {...{ texts, chosen, hasFile, ...change }} />}
      {complaint && (
        <span role="alert" className={styles.complaint}>
          {complaint}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </fieldset>
  );
}

type ChangeProps = Pick<FileChoiceProps, 'texts' | 'chosen' | 'onChoose' | 'onRemove' | 'isRemoving' | 'accept'> & { hasFile: boolean };

function Change({ texts, chosen, hasFile, onChoose, onRemove, isRemoving, accept }: ChangeProps) {
  const common = useMessages(commonMessages);
  const input = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.buttons}>
      <Button onClick={() => input.current?.click()}>{hasFile ? texts.change : texts.choose}</Button>
      {hasFile && (
        <Button kind="ghost" icon={<TrashIcon size={16} />} onClick={() => (chosen ? onChoose(null) : setAsking(true))}>
          {texts.remove}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.legend}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChoose(file);
          event.target.value = '';
        }}
      />
      {asking && (
        <ConfirmDialog
          title={texts.removeTitle}
          body={common('deleteBody')}
          confirm={texts.remove}
          danger
          busy={isRemoving}
          onConfirm={() => onRemove(() => setAsking(false))}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** The file by its name, where there is nothing else of it to show. */
export function NamedFile({ name }: { name: string }) {
  return (
    <span className={styles.name}>
      <PaperclipIcon size={16} />
      {name}
    </span>
  );
}

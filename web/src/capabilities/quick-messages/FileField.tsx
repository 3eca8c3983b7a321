import { useId, useRef, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { PaperclipIcon, TrashIcon } from '../../ui/icons/icons.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import styles from './QuickMessages.module.css';
import { type QuickMessageRow, useDetachFile } from './quick-messages.data.ts';
import { quickMessagesMessages } from './quick-messages.messages.ts';

type FileFieldProps = {
  record: QuickMessageRow | undefined;
  /** Goes out with the form; takes the place of the one before. */
  chosen: File | null;
  onChoose: (file: File | null) => void;
};

/** The file of a quick message: chosen here and sent with the form, or taken away at once. */
export function FileField({ record, chosen, onChoose }: FileFieldProps) {
  const text = useMessages(quickMessagesMessages);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [gone, setGone] = useState(false);
  const [asking, setAsking] = useState(false);
  const name = chosen?.name ?? (gone ? null : (record?.mediaName ?? null));
  return (
    <fieldset className={styles.file}>
      <legend id={id}>{text('file')}</legend>
      {name !== null && (
        <span className={styles.fileName}>
          <PaperclipIcon size={16} />
          {name}
        </span>
      )}
      <div className={styles.buttons}>
        <Button onClick={() => input.current?.click()}>{text(name === null ? 'chooseFile' : 'changeFile')}</Button>
        {name !== null && (
          <Button kind="ghost" icon={<TrashIcon size={16} />} onClick={() => (chosen ? onChoose(null) : setAsking(true))}>
            {text('removeFile')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-labelledby={id}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChoose(file);
          event.target.value = '';
        }}
      />
      {asking && record && <RemoveFile id={record.id} onGone={() => setGone(true)} onClose={() => setAsking(false)} />}
    </fieldset>
  );
}

function RemoveFile({ id, onGone, onClose }: { id: number; onGone: () => void; onClose: () => void }) {
  const text = useMessages(quickMessagesMessages);
  const common = useMessages(commonMessages);
  const toast = useToast();
  const detach = useDetachFile();
  const onConfirm = () =>
    detach.mutate(id, {
      onSuccess: () => {
        toast.success(text('updated'));
        onGone();
      },
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      title={text('removeFileTitle')}
      body={common('deleteBody')}
      confirm={text('removeFile')}
      danger
      busy={detach.isPending}
      onConfirm={onConfirm}
      onCancel={onClose}
    />
  );
}

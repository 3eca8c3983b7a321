import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Draft, Fields } from '../../platform/forms/draft.ts';
import { SaveButtons } from '../fields/SaveButtons.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import styles from './RecordForm.module.css';
import { useRecordMessages } from './record-messages.ts';
import { type RecordFormParts, useRecordForm } from './useRecordForm.tsx';

type RecordFormProps<S extends Fields, V extends z.input<S>, E extends { id: number }, R extends E> = RecordFormParts<S, V, E, R> & {
  /** Instead of the words for adding or editing. */
  title?: string | undefined;
  wide?: boolean;
  onClose: () => void;
  onSaved?: ((saved: R) => void) | undefined;
  children: (draft: Draft<S, V>) => ReactNode;
};

/** The dialog that adds or edits one record. A screen gives its schema and its fields; `useRecordForm` says what comes with it. */
export function RecordForm<S extends Fields, V extends z.input<S>, E extends { id: number }, R extends E>(
  props: RecordFormProps<S, V, E, R>,
) {
  const { messages, record, title, wide = false, onClose, onSaved, children } = props;
  const text = useRecordMessages(messages);
  const { draft, submit, busy, notices } = useRecordForm<S, V, E, R>({
    ...props,
    onSaved: (saved) => {
      onClose();
      onSaved?.(saved);
    },
  });
  return (
    <Dialog
      {...{ wide, onClose }}
      title={title ?? text(record ? 'edit' : 'add')}
      dirty={draft.dirty}
      onSubmit={submit}
      footer={<SaveButtons busy={busy} />}
    >
      <div className={styles.form}>
        {notices}
        {children(draft)}
      </div>
    </Dialog>
  );
}

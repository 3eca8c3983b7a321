import { type ReactNode, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { TextField } from '../fields/TextField.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useToast } from './Toaster.tsx';
import { notifyUndoable } from './undo.ts';

export type TypedConfirmation = { label: string; text: string };

type RemoveDialogProps = {
  id: number;
  title: string;
  /** What is lost with it; by default, that it can not be undone. */
  body?: ReactNode;
  /** The text that must be typed before the record is removed for good. */
  typed?: TypedConfirmation | undefined;
  /** Said when it is gone. */
  removed: string;
  remove: { isPending: boolean; mutate(id: number, heard: { onSuccess: () => void; onSettled: () => void }): void };
  /** Brings it back, where that can be done. */
  onUndo?: (() => void) | undefined;
  onClose: () => void;
};

/** Asks before removing an item, removes it and shows a notice. Errors are shown as usual. */
export function RemoveDialog({ id, title, body, typed, removed, remove, onUndo, onClose }: RemoveDialogProps) {
  const common = useMessages(commonMessages);
  const toast = useToast();
  const [answer, setAnswer] = useState('');
  const say = () => (onUndo ? notifyUndoable(removed, onUndo) : toast.success(removed));
  return (
    <ConfirmDialog
      title={title}
      body={body ?? common('deleteBody')}
      confirm={common('delete')}
      danger
      busy={remove.isPending}
      disabled={typed !== undefined && answer.trim() !== typed.text}
      onConfirm={() => remove.mutate(id, { onSuccess: say, onSettled: onClose })}
      onCancel={onClose}
    >
      {typed && <TextField label={typed.label} value={answer} onChange={setAnswer} autoComplete="off" />}
    </ConfirmDialog>
  );
}

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatDateTime } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PencilIcon, TrashIcon } from '../../ui/icons/icons.tsx';
import { GripIcon } from '../../ui/icons/list-icons.tsx';
import styles from './Tasks.module.css';
import type { Task } from './task-list.ts';
import { tasksMessages } from './tasks.messages.ts';
import type { TaskHandle } from './useTaskDrag.ts';

type TaskRowProps = {
  task: Task;
  place: number;
  isEditing: boolean;
  isDragged: boolean;
  isTarget: boolean;
  handle: TaskHandle;
  onEdit: (isOn: boolean) => void;
  onSave: (text: string) => void;
  onDone: (done: boolean) => void;
  onMove: (by: number) => void;
  /** The keyboard goes to another task. */
  onStep: (by: number) => void;
  onRemove: () => void;
};

const stepOf = (key: string) => (key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined);

/** On the handle the arrows move the task; on its words they go to another, and with Ctrl they move it. */
function keysOf({ onMove, onStep, onRemove }: Pick<TaskRowProps, 'onMove' | 'onStep' | 'onRemove'>) {
  return {
    onHandle(event: KeyboardEvent) {
      const by = stepOf(event.key);
      if (by === undefined) return;
      event.preventDefault();
      onMove(by);
    },
    onWords(event: KeyboardEvent) {
      const by = stepOf(event.key);
      if (by !== undefined) (event.ctrlKey || event.metaKey ? onMove : onStep)(by);
      else if (event.key === 'Delete') onRemove();
      else return;
      event.preventDefault();
    },
  };
}

export function TaskRow({ task, place, isEditing, isDragged, isTarget, handle, ...on }: TaskRowProps) {
  const text = useMessages(tasksMessages);
  const name = task.text;
  const keys = keysOf(on);
  const isChanged = task.updatedAt !== task.createdAt;
  return (
    <li
      className={styles.row}
      data-place={place}
      data-id={task.id}
      data-dragged={isDragged || undefined}
      data-target={isTarget || undefined}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={text('move', { name })}
        title={text('moveHint')}
        onKeyDown={keys.onHandle}
        {...handle}
      >
        <GripIcon size={16} />
      </button>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={text('done', { name })}
        checked={task.done}
        onChange={(event) => on.onDone(event.target.checked)}
      />
      {isEditing ? (
        <EditTask task={task} onSave={on.onSave} onClose={() => on.onEdit(false)} />
      ) : (
        <>
          <button type="button" className={styles.words} data-words onClick={() => on.onEdit(true)} onKeyDown={keys.onWords}>
            <span className={styles.text} data-done={task.done || undefined}>
              {name}
            </span>
            <span className={styles.meta}>
              {text(isChanged ? 'edited' : 'created', { at: formatDateTime(isChanged ? task.updatedAt : task.createdAt) })}
            </span>
          </button>
          <IconButton label={text('editNamed', { name })} onClick={() => on.onEdit(true)}>
            <PencilIcon />
          </IconButton>
          <IconButton label={text('removeNamed', { name })} onClick={on.onRemove}>
            <TrashIcon />
          </IconButton>
        </>
      )}
    </li>
  );
}

function EditTask({ task, onSave, onClose }: { task: Task; onSave: (text: string) => void; onClose: () => void }) {
  const text = useMessages(tasksMessages);
  const [words, setWords] = useState(task.text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(words);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form className={styles.editing} onSubmit={submit}>
      <input
        ref={field}
        className={styles.field}
        aria-label={text('text')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit">{text('save')}</Button>
    </form>
  );
}

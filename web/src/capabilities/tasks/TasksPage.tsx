import { type FormEvent, type Ref, useRef, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CheckIcon } from '../../ui/icons/icons.tsx';
import { notifyUndoable } from '../../ui/overlays/undo.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { TaskRow } from './TaskRow.tsx';
import styles from './Tasks.module.css';
import { moved, putBack, type Task, withDone, withTask, withText } from './task-list.ts';
import { useTasks } from './tasks.data.ts';
import { tasksMessages } from './tasks.messages.ts';
import { useTaskDrag } from './useTaskDrag.ts';
import { useTaskFocus } from './useTaskFocus.ts';

type List = ReturnType<typeof useTasks>;

/** A private list that no server knows of. */
export function TasksPage() {
  const text = useMessages(tasksMessages);
  const list = useTasks();
  const { tasks, isKept, change } = list;
  const field = useRef<HTMLInputElement>(null);
  return (
    <Page title={text('title')} count={tasks.length}>
      <div className={styles.column}>
        <NewTask field={field} onAdd={(words) => change((all) => withTask(all, words, crypto.randomUUID(), new Date().toISOString()))} />
        {!isKept && (
          <p className={styles.failed} role="alert">
            {text('notKept')}
          </p>
        )}
        {tasks.length === 0 ? (
          <EmptyState icon={<CheckIcon />} title={text('none')} />
        ) : (
          <TaskList list={list} onEmptied={() => field.current?.focus()} />
        )}
        <p className={styles.note}>{text('note')}</p>
      </div>
    </Page>
  );
}

function TaskList({ list: { tasks, change }, onEmptied }: { list: List; onEmptied: () => void }) {
  const text = useMessages(tasksMessages);
  const rows = useRef<HTMLUListElement>(null);
  const ids = tasks.map(({ id }) => id);
  const focus = useTaskFocus(rows, ids);
  const [editing, setEditing] = useState<string>();
  const [said, setSaid] = useState('');
  const move = (task: Task, to: number) => {
    const place = Math.max(0, Math.min(to, tasks.length - 1));
    change((all) => moved(all, task.id, place));
    setSaid(text('moved', { name: task.text, n: place + 1, count: tasks.length }));
  };
  const drag = useTaskDrag((id, to) => {
    const task = tasks.find((each) => each.id === id);
    if (task) move(task, to);
  });
  const remove = (task: Task, place: number) => {
    if (!focus.handOn(task.id)) onEmptied();
    change((all) => all.filter(({ id }) => id !== task.id));
    notifyUndoable(text('removed'), () => change((all) => putBack(all, task, place)));
  };
  const edit = (id: string, isOn: boolean) => {
    setEditing(isOn ? id : undefined);
    if (!isOn) focus.keep(id);
  };
  return (
    <>
      <ul ref={rows} className={styles.list} aria-label={text('list')}>
        {tasks.map((task, place) => (
          <TaskRow
            key={task.id}
            task={task}
            isEditing={editing === task.id}
            isDragged={drag.dragged === task.id}
            isTarget={drag.over === task.id}
            place={place}
            handle={drag.handleOf(task.id)}
            onEdit={(isOn) => edit(task.id, isOn)}
            onSave={(words) => change((all) => withText(all, task.id, words, new Date().toISOString()))}
            onDone={(done) => change((all) => withDone(all, task.id, done))}
            onMove={(by) => move(task, place + by)}
            onStep={(by) => focus.step(task.id, by)}
            onRemove={() => remove(task, place)}
          />
        ))}
      </ul>
      <p className={styles.keys}>{text('keys')}</p>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  );
}

function NewTask({ field, onAdd }: { field: Ref<HTMLInputElement>; onAdd: (words: string) => void }) {
  const text = useMessages(tasksMessages);
  const [words, setWords] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === '') return;
    onAdd(words);
    setWords('');
  };
  return (
    <form className={styles.adding} onSubmit={submit}>
      <TextField
        ref={field}
        label={text('newTask')}
        labelHidden
        placeholder={text('newTask')}
        autoComplete="off"
        value={words}
        onChange={setWords}
      />
      <Button kind="primary" type="submit">
        {text('add')}
      </Button>
    </form>
  );
}

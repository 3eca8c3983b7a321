import { type FormEvent, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CheckIcon } from '../../ui/icons/icons.tsx';
import { notifyUndoable } from '../../ui/overlays/undo.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Tasks.module.css';
import { TaskRow } from './TaskRow.tsx';
import { moved, putBack, type Task, withDone, withTask, withText } from './task-list.ts';
import { useTasks } from './tasks.data.ts';
import { tasksMessages } from './tasks.messages.ts';
import { useTaskDrag } from './useTaskDrag.ts';

/** A private list that no server knows of. */
export function TasksPage() {
  const text = useMessages(tasksMessages);
  const { tasks, change } = useTasks();
  const [editing, setEditing] = useState<string>();
  const [said, setSaid] = useState('');
  const move = (task: Task, to: number) => {
    const place = Math.max(0, Math.min(to, tasks.length - 1));
    change((list) => moved(list, task.id, place));
    setSaid(text('moved', { name: task.text, n: place + 1, count: tasks.length }));
  };
  const drag = useTaskDrag((id, to) => {
    const task = tasks.find((each) => each.id === id);
    if (task) move(task, to);
  });
  const remove = (task: Task, place: number) => {
    change((list) => list.filter(({ id }) => id !== task.id));
    notifyUndoable(text('removed'), () => change((list) => putBack(list, task, place)));
  };
  return (
    <Page title={text('title')} count={tasks.length}>
      <div className={styles.column}>
        <NewTask onAdd={(words) => change((list) => withTask(list, words, crypto.randomUUID(), new Date().toISOString()))} />
        {tasks.length === 0 ? (
          <EmptyState icon={<CheckIcon />} title={text('none')} />
        ) : (
          <ul className={styles.list} aria-label={text('list')}>
            {tasks.map((task, place) => (
              <TaskRow
                key={task.id}
                task={task}
                isEditing={editing === task.id}
                isDragged={drag.dragged === task.id}
                isTarget={drag.over === task.id}
                place={place}
                handle={drag.handleOf(task.id)}
                onEdit={(isOn) => setEditing(isOn ? task.id : undefined)}
                onSave={(words) => change((list) => withText(list, task.id, words, new Date().toISOString()))}
                onDone={(done) => change((list) => withDone(list, task.id, done))}
                onMove={(by) => move(task, place + by)}
                onRemove={() => remove(task, place)}
              />
            ))}
          </ul>
        )}
        <p className={styles.note}>{text('note')}</p>
        <VisuallyHidden>
          <span role="status">{said}</span>
        </VisuallyHidden>
      </div>
    </Page>
  );
}

function NewTask({ onAdd }: { onAdd: (words: string) => void }) {
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
      <TextField label={text('newTask')} labelHidden placeholder={text('newTask')} autoComplete="off" value={words} onChange={setWords} />
      <Button kind="primary" type="submit">
        {text('add')}
      </Button>
    </form>
  );
}

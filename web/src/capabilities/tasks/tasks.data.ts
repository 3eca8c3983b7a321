import { useEffect, useState } from 'react';
import { onStoredElsewhere, stored } from '../../platform/browser/stored.ts';
import { useSession } from '../../platform/session/session.tsx';
import { type Task, tasksIn } from './task-list.ts';

const keyOf = (userId: number) => `todolist:${userId}`;
type Change = (tasks: readonly Task[]) => readonly Task[];

/** This person's tasks, kept in this browser alone; its other tabs know at once. */
export function useTasks(): { tasks: readonly Task[]; change: (change: Change) => void } {
  const key = keyOf(useSession().user.id);
  const [tasks, setTasks] = useState<readonly Task[]>(() => tasksIn(stored.read(key)));
  useEffect(() => {
    setTasks(tasksIn(stored.read(key)));
    return onStoredElsewhere(key, (text) => setTasks(tasksIn(text)));
  }, [key]);
  return {
    tasks,
    change(apply) {
      // From what is stored, since another tab may have changed it a moment ago; from what is shown, where nothing could be stored.
      const text = stored.read(key);
      const next = apply(text === undefined ? tasks : tasksIn(text));
      stored.write(key, JSON.stringify(next));
      setTasks(next);
    },
  };
}

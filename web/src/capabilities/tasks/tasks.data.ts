import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onStoredElsewhere, stored } from '../../platform/browser/stored.ts';
import { useSession } from '../../platform/session/session.tsx';
import { type Task, tasksIn } from './task-list.ts';

const keyOf = (userId: number) => `todolist:${userId}`;
type Change = (tasks: readonly Task[]) => readonly Task[];
/** `isKept`: false where the browser stores nothing, or has no room left; then the list lasts until the page is closed. */
type Tasks = { tasks: readonly Task[]; isKept: boolean; change: (change: Change) => void };

/** This person's tasks, kept in this browser alone; its other tabs know at once. */
export function useTasks(): Tasks {
  const key = keyOf(useSession().user.id);
  const [view, setView] = useState(() => ({ tasks: tasksIn(stored.read(key)), isKept: true }));
  // What is shown now, also to an undo that was offered some changes ago.
  const now = useRef(view);
  const show = (tasks: readonly Task[], isKept: boolean) => {
    now.current = { tasks: [...tasks], isKept };
    setView(now.current);
  };
  const follow = useEffectEvent((text: string | undefined) => show(tasksIn(text), true));
  useEffect(() => {
    follow(stored.read(key));
    return onStoredElsewhere(key, (text) => follow(text));
  }, [key]);
  return {
    ...view,
    change(apply) {
      // From what is stored, since another tab may have changed it a moment ago; from what is shown, where that could not be stored.
      const next = apply(now.current.isKept ? tasksIn(stored.read(key)) : now.current.tasks);
      const text = JSON.stringify(next);
      stored.write(key, text);
      show(next, stored.read(key) === text);
    },
  };
}

import { z } from 'zod';

export const Task = z.object({
  id: z.string(),
  text: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  done: z.boolean().default(false),
});
export type Task = z.output<typeof Task>;

/** What is stored, as far as it can be read: one broken entry takes no other with it. */
export function tasksIn(stored: string | undefined): Task[] {
  try {
    return z
      .array(z.unknown())
      .parse(JSON.parse(stored ?? '[]'))
      .flatMap((entry) => Task.safeParse(entry).data ?? []);
  } catch {
    return [];
  }
}

/** Blank text is ignored. */
export function withTask(tasks: readonly Task[], text: string, id: string, now: string): readonly Task[] {
  const words = text.trim();
  return words === '' ? tasks : [...tasks, { id, text: words, createdAt: now, updatedAt: now, done: false }];
}

/** Blank text keeps the old one. */
export function withText(tasks: readonly Task[], id: string, text: string, now: string): readonly Task[] {
  const words = text.trim();
  return tasks.map((task) => (task.id !== id || words === '' || words === task.text ? task : { ...task, text: words, updatedAt: now }));
}

export const withDone = (tasks: readonly Task[], id: string, done: boolean): readonly Task[] =>
  tasks.map((task) => (task.id === id ? { ...task, done } : task));

/** To the place it has among all; beyond an end it stays at that end. */
export function moved(tasks: readonly Task[], id: string, to: number): readonly Task[] {
  const from = tasks.findIndex((task) => task.id === id);
  const task = tasks[from];
  const place = Math.max(0, Math.min(to, tasks.length - 1));
  return !task || place === from ? tasks : tasks.toSpliced(from, 1).toSpliced(place, 0, task);
}

/** Back where it was, as near as that place still is. */
export const putBack = (tasks: readonly Task[], task: Task, place: number): readonly Task[] =>
  tasks.some(({ id }) => id === task.id) ? tasks : tasks.toSpliced(place, 0, task);

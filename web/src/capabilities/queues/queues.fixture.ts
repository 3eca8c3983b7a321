import type { QueueOption } from '@prosa/contracts/queue-options';
import type { Queue } from '@prosa/contracts/queues';
import { defaultWeek } from '@prosa/contracts/working-hours';

/** A queue for tests, with the usual week and no texts. */
export const aQueue = (over: Partial<Queue> = {}): Queue => {
  const id = over.id ?? 1;
  return { id, name: `Fila ${id}`, color: '#006818', greetingMessage: '', outOfHoursMessage: '', schedules: defaultWeek, ...over };
};

/** An option for tests; its children stand below it in their order. */
export const anOption = (id: number, title: string, over: Partial<QueueOption> = {}): QueueOption => ({
  ...{ id, title, message: 'Um momento.', option: 1, type: 'text', queueId: 1, parentId: null },
  ...over,
  children: (over.children ?? []).map((child, index) => ({ ...child, parentId: id, option: index + 1 })),
});

import { z } from 'zod';
import { colorField, longText, nameField } from './fields.ts';
import { Done, endpoint, idText, ignoredCompany, liveChannel } from './kit.ts';
import { defaultWeek, WorkingHours, WorkingWeek } from './working-hours.ts';

export const QueueInput = z.object({
  name: nameField,
  color: colorField,
  greetingMessage: longText.default(''),
  outOfHoursMessage: longText.default(''),
  schedules: WorkingWeek.default(defaultWeek),
});
/** Absent fields keep their value. */
export const QueueUpdate = z.object({
  name: nameField.optional(),
  color: colorField.optional(),
  greetingMessage: longText.optional(),
  outOfHoursMessage: longText.optional(),
  schedules: WorkingWeek.optional(),
});
export const Queue = z.object({
  id: z.int(),
  name: z.string(),
  color: z.string(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  schedules: z.array(WorkingHours),
});
export type Queue = z.output<typeof Queue>;

const one = z.object({ id: idText('queue') });
export const queuesApi = {
  list: endpoint('GET', '/queue', { query: z.object(ignoredCompany), reply: z.array(Queue) }),
  show: endpoint('GET', '/queue/:id', { params: one, reply: Queue }),
  create: endpoint('POST', '/queue', { body: QueueInput, reply: Queue }),
  update: endpoint('PUT', '/queue/:id', { params: one, body: QueueUpdate, reply: Queue }),
  remove: endpoint('DELETE', '/queue/:id', { params: one, reply: Done }),
};

export const queueLive = liveChannel(
  'queue',
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), queue: Queue }),
    z.object({ action: z.literal('delete'), queueId: z.int() }),
  ]),
);

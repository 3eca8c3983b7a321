import { z } from 'zod';
import { longText, normalizeLineBreaks } from './fields.ts';
import { Done, endpoint, Instant, id, idOrNone, idText, ignoredCompany, liveChannel, PageQuery } from './kit.ts';

export const scheduleStatuses = ['PENDENTE', 'ENVIADA', 'ERRO'] as const;
export type ScheduleStatus = (typeof scheduleStatuses)[number];

/** A message that is sent to a contact at a time. */
export const Schedule = z.object({
  id: z.int(),
  body: z.string(),
  sendAt: Instant,
  /** From then on it is sent, and can not be saved again. */
  sentAt: Instant.nullable(),
  status: z.enum(scheduleStatuses),
  /** Why it was not sent: a code of `errors.ts`. */
  reason: z.string().nullable(),
  contactId: z.int(),
  contact: z.object({ id: z.int(), name: z.string(), number: z.string() }),
  userId: z.int().nullable(),
  user: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Nothing: over the connection that is the default when the time has come. */
  whatsappId: z.int().nullable(),
  /** The file is served under `/public/{mediaPath}`. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Schedule = z.output<typeof Schedule>;

/** With an offset it is an instant; without one, as a form's field for date and time gives it, it is a time of the company's zone. */
const dateAndTime = /^(\d{4})-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const isInCalendar = (text: string) => {
  const year = Number(dateAndTime.exec(text)?.[1]);
  return year >= 2000 && year <= 2100 && !Number.isNaN(Date.parse(text.replace(' ', 'T')));
};
const sendAt = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required', abort: true })
  .max(40, 'invalidDate')
  .refine(isInCalendar, 'invalidDate');
const body = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required', abort: true })
  .min(5, 'tooShort')
  .pipe(longText.transform(normalizeLineBreaks));

export const ScheduleInput = z.object({
  body,
  sendAt,
  contactId: id('contact'),
  whatsappId: idOrNone('connection').default(null),
  ...ignoredCompany,
});
export const ScheduleUpdate = z.object({
  body: body.optional(),
  sendAt: sendAt.optional(),
  contactId: id('contact').optional(),
  whatsappId: idOrNone('connection').optional(),
  ...ignoredCompany,
});

const one = z.object({ id: idText('schedule') });
const file = { field: 'file', max: 1 } as const;
export const schedulesApi = {
  /** The latest `sendAt` first. Between `from` and `to`, as a calendar shows them, in pages of 500. */
  list: endpoint('GET', '/schedules', {
    query: PageQuery.extend({
      status: z.enum(scheduleStatuses).optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      ...ignoredCompany,
    }),
    reply: z.object({ schedules: z.array(Schedule), count: z.int(), hasMore: z.boolean() }),
  }),
  show: endpoint('GET', '/schedules/:id', { params: one, reply: Schedule }),
  /** The file may come in the same form, so that nothing is sent before its file is stored. */
  create: endpoint('POST', '/schedules', { body: ScheduleInput, files: file, reply: Schedule }),
  /** One that was not sent for an error waits for its time anew. */
  update: endpoint('PUT', '/schedules/:id', { params: one, body: ScheduleUpdate, files: file, reply: Schedule }),
  remove: endpoint('DELETE', '/schedules/:id', { params: one, reply: Done }),
  /** Takes the place of the file before. */
  attach: endpoint('POST', '/schedules/:id/media-upload', { params: one, files: file, reply: Schedule }),
  detach: endpoint('DELETE', '/schedules/:id/media-upload', { params: one, reply: Schedule.extend(Done.shape) }),
};

export const scheduleLive = liveChannel(
  'schedule',
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), schedule: Schedule }),
    z.object({ action: z.literal('delete'), scheduleId: z.int() }),
  ]),
);

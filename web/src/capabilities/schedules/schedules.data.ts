import { plainText } from '@prosa/contracts/plain-text';
import { type Schedule, ScheduleInput, type ScheduleStatus, scheduleLive, schedulesApi } from '@prosa/contracts/schedules';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callWithFiles } from '../../platform/api/api.ts';
import { dayTyped } from '../../platform/forms/typed-day.ts';
import { dayOf } from '../../platform/language/format.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';
import { addDays, type DayAndTime, isPast, onClock, readTime, writeTime } from './schedule-time.ts';

/** In lists a schedule is called by whom it is for. */
export type ScheduleRow = Schedule & { name: string };
const rowOf = (schedule: Schedule): ScheduleRow => ({ ...schedule, name: schedule.contact.name });

const allKey = ['schedules'];
const latestFirst = (a: Schedule, b: Schedule) => Date.parse(b.sendAt) - Date.parse(a.sendAt) || b.id - a.id;

const recordsOf = (status: ScheduleStatus | undefined): Records<ScheduleRow> => ({
  key: [...allKey, 'list', status ?? 'all'],
  fetchPage: async (query) => {
    const { schedules, ...rest } = await call(schedulesApi.list, { query: { ...query, ...(status && { status }) } });
    return { items: schedules.map(rowOf), ...rest };
  },
  compare: latestFirst,
  isFound: (row, search) =>
    (status === undefined || row.status === status) &&
    (plainText(row.body).includes(plainText(search)) || plainText(row.name).includes(plainText(search))),
  useNews: (hear) =>
    useLive(scheduleLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.scheduleId } : { row: rowOf(event.schedule), isNew: event.action === 'create' }),
    ),
  remove: (id) => call(schedulesApi.remove, { params: { id } }),
});

export const statusFilters = ['all', 'PENDENTE', 'ENVIADA', 'ERRO'] as const;
export type StatusFilter = (typeof statusFilters)[number];
export const schedules: Record<StatusFilter, Records<ScheduleRow>> = {
  all: recordsOf(undefined),
  PENDENTE: recordsOf('PENDENTE'),
  ENVIADA: recordsOf('ENVIADA'),
  ERRO: recordsOf('ERRO'),
};

/** What is wrong with the day and the time that were typed. */
function complaintOf({ day, time }: DayAndTime): string | undefined {
  if (day === '' || time === '') return 'required';
  const typed = dayTyped(day);
  if (typed === undefined) return 'invalidDate';
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return 'invalidTime';
  return isPast({ day: typed, time }, Date.now()) ? 'past' : undefined;
}

export const ScheduleForm = z.object({
  contactId: z
    .int()
    .nullable()
    .refine((id) => id !== null, 'required'),
  body: ScheduleInput.shape.body,
  /** On the company's clock; see `readTime`. */
  sendAt: z.string().superRefine((typed, context) => {
    const message = complaintOf(readTime(typed));
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
  /** Empty for the connection that is the default then. */
  whatsappId: z.string(),
  file: z.instanceof(File).nullable(),
  keepsFile: z.boolean(),
});
export type ScheduleValues = z.input<typeof ScheduleForm>;

export const blankSchedule = (at: DayAndTime, contactId: number | null): ScheduleValues => ({
  contactId,
  body: '',
  sendAt: writeTime(at),
  whatsappId: '',
  file: null,
  keepsFile: false,
});
export const valuesOf = ({ contactId, body, sendAt, whatsappId, mediaPath }: Schedule): ScheduleValues => ({
  contactId,
  body,
  sendAt: writeTime(onClock(sendAt)),
  whatsappId: whatsappId === null ? '' : String(whatsappId),
  file: null,
  keepsFile: mediaPath !== null,
});

/** Fields and file in one call: a schedule that is due soon never goes out without its file. */
export async function saveSchedule(
  stored: Pick<Schedule, 'id' | 'mediaPath'> | undefined,
  { contactId, body, sendAt, whatsappId, file, keepsFile }: z.output<typeof ScheduleForm>,
): Promise<ScheduleRow> {
  const input = { body, contactId: contactId ?? 0, sendAt, whatsappId: whatsappId === '' ? null : Number(whatsappId) };
  const files = file ? [file] : [];
  if (!stored) return rowOf(await callWithFiles(schedulesApi.create, { body: input }, files));
  const params = { id: stored.id };
  // Before the time is changed: what is due at once must not take the removed file along.
  if (stored.mediaPath !== null && !keepsFile && !file) await call(schedulesApi.detach, { params });
  return rowOf(await callWithFiles(schedulesApi.update, { params, body: input }, files));
}

export function useRemoveSchedule() {
  return useMutation({ mutationFn: (id: number) => call(schedulesApi.remove, { params: { id } }) });
}

const calendarKey = [...allKey, 'calendar'];
type Calendar = { list: Schedule[]; isCut: boolean };
const maxPages = 6;

/** What is to be sent on these days, and was. */
export function useCalendar(first: string, last: string) {
  const queryClient = useQueryClient();
  useLive(scheduleLive, (event) => {
    if (event.action === 'delete') patch(queryClient, event.scheduleId, undefined);
    else patch(queryClient, event.schedule.id, event.schedule);
  });
  return useQuery({
    queryKey: [...calendarKey, first, last],
    staleTime: 0,
    queryFn: async (): Promise<Calendar> => {
      // A day longer at both ends, whatever the zone: what does not belong to a day that is shown is not shown.
      const range = { from: `${addDays(first, -1)}T00:00:00Z`, to: `${addDays(last, 2)}T00:00:00Z` };
      const list: Schedule[] = [];
      for (let pageNumber = 1; pageNumber <= maxPages; pageNumber += 1) {
        const page = await call(schedulesApi.list, { query: { ...range, pageNumber } });
        list.push(...page.schedules);
        if (!page.hasMore) return { list, isCut: false };
      }
      return { list, isCut: true };
    },
  });
}

function patch(queryClient: QueryClient, id: number, schedule: Schedule | undefined): void {
  queryClient.setQueriesData<Calendar>({ queryKey: calendarKey }, (calendar) => {
    if (!calendar) return calendar;
    const others = calendar.list.filter((one) => one.id !== id);
    return { ...calendar, list: schedule ? [...others, schedule] : others };
  });
}

/** By day, in the order of their times. */
export function byDay(list: readonly Schedule[]): Map<string, Schedule[]> {
  const days = new Map<string, Schedule[]>();
  for (const schedule of list.toSorted((a, b) => -latestFirst(a, b))) {
    const day = dayOf(schedule.sendAt);
    days.set(day, [...(days.get(day) ?? []), schedule]);
  }
  return days;
}

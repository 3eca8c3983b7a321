import { z } from 'zod';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

export const timeField = z.string({ error: 'required' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalidTime');

/** One interval of a weekday; 00:00 to 00:00 is closed. */
export const WorkingHours = z.object({
  weekday: z.string().trim().max(50, 'tooLong'),
  weekdayEn: z.enum(weekdays),
  startTime: timeField,
  endTime: timeField,
});
export type WorkingHours = z.output<typeof WorkingHours>;

/** A week of them, with at most four intervals a day. */
export const WorkingWeek = z.array(WorkingHours).max(28, 'invalidList');

const spoken: Record<Weekday, string> = {
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
  sunday: 'Domingo',
};
const ends: Partial<Record<Weekday, string>> = { saturday: '12:00', sunday: '00:00' };

/** What a week is until somebody changes it: Monday to Friday 08:00-18:00, Saturday 08:00-12:00, Sunday closed. */
export const defaultWeek: WorkingHours[] = weekdays.map((weekdayEn) => ({
  weekday: spoken[weekdayEn],
  weekdayEn,
  startTime: weekdayEn === 'sunday' ? '00:00' : '08:00',
  endTime: ends[weekdayEn] ?? '18:00',
}));

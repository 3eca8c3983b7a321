import { z } from 'zod';
import { Done, endpoint, idText, ignoredCompany, liveChannel, recordChange } from './kit.ts';

/** A day on which a company is closed, whatever its hours say. Days are days in the company's zone. */
export const Holiday = z.object({ id: z.int(), date: z.iso.date(), name: z.string() });
export type Holiday = z.output<typeof Holiday>;

const firstYear = 2000;
const lastYear = 2100;
const date = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required', abort: true })
  .pipe(z.iso.date('invalidDate'))
  .refine((day) => Number(day.slice(0, 4)) >= firstYear && Number(day.slice(0, 4)) <= lastYear, 'invalidDate');
const name = z.string({ error: 'required' }).trim().min(1, { error: 'required', abort: true }).min(2, 'tooShort').max(100, 'tooLong');

export const HolidayInput = z.object({ date, name, ...ignoredCompany });
export const HolidayUpdate = z.object({ date: date.optional(), name: name.optional(), ...ignoredCompany });

const one = z.object({ id: idText('holiday') });
export const holidaysApi = {
  /** In the order of the calendar: those of one year, or all. There is at most one for each day. */
  list: endpoint('GET', '/holidays', {
    query: z.object({ year: z.coerce.number().int().min(firstYear).max(lastYear).optional(), ...ignoredCompany }),
    reply: z.array(Holiday),
  }),
  show: endpoint('GET', '/holidays/:id', { params: one, reply: Holiday }),
  create: endpoint('POST', '/holidays', { body: HolidayInput, reply: Holiday }),
  update: endpoint('PUT', '/holidays/:id', { params: one, body: HolidayUpdate, reply: Holiday }),
  remove: endpoint('DELETE', '/holidays/:id', { params: one, reply: Done }),
};

export const holidayLive = liveChannel('holiday', recordChange(Holiday));

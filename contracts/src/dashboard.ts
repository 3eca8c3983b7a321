import { z } from 'zod';
import { endpoint, Instant, idText, PageQuery } from './kit.ts';
import { Ticket } from './tickets.ts';

/** The periods that the screen offers, in days with today. */
export const dashboardPeriods = [3, 7, 15, 30, 60, 90] as const;
export const maxDashboardDays = 366;

/** Clients send what was not chosen as empty text, and no period as 0. */
const chosen = <S extends z.ZodType, In>(schema: S) => {
  const optional = schema.optional();
  return z.preprocess<unknown, typeof optional, In | undefined>(
    (given: unknown) => (given === '' || given === '0' || given === 0 ? undefined : given),
    optional,
  );
};
const day = chosen<z.ZodISODate, string>(z.iso.date('invalidDate'));
const period = {
  /** The last so many days, with today. */
  days: chosen<z.ZodCoercedNumber, string | number>(z.coerce.number().int().min(1).max(maxDashboardDays)),
  /** Days in the company's time zone, both included. Without any of the three: this month so far. */
  date_from: day,
  date_to: day,
};

type Period = { date_from?: string | undefined; date_to?: string | undefined };
const inOrder = ({ date_from: from, date_to: to }: Period) => from === undefined || to === undefined || from <= to;
const outOfOrder = { path: ['date_to'], error: 'invalidDate' };

export const DashboardQuery = z.object(period).refine(inOrder, outOfOrder);
export type DashboardQuery = z.output<typeof DashboardQuery>;

/** What can be opened: the counters, what stands behind an attendant's two figures, and the tickets of today. */
const dashboardFigures = [
  'supportPending',
  'supportHappening',
  'supportFinished',
  'leads',
  'avgSupportTime',
  'avgWaitTime',
  'rating',
  'today',
] as const;
export type DashboardFigure = (typeof dashboardFigures)[number];

export const DashboardRowsQuery = z
  .object({
    ...period,
    figure: z.enum(dashboardFigures),
    /** Only what one attendant finished, took up or was rated for. */
    userId: idText('user').optional(),
    /** Only one hour of today. */
    hour: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):00$/, 'invalidTime')
      .optional(),
    pageNumber: PageQuery.shape.pageNumber,
  })
  .refine(inOrder, outOfOrder);
export type DashboardRowsQuery = z.output<typeof DashboardRowsQuery>;

export const Attendant = z.object({
  id: z.int(),
  name: z.string(),
  /** The mean of 1 to 3; 0 without a rating in the period. */
  rating: z.number(),
  /** In minutes. */
  avgSupportTime: z.number(),
  online: z.boolean(),
});
export type Attendant = z.output<typeof Attendant>;

export const Dashboard = z.object({
  counters: z.object({
    /** As it is now, whatever the period. */
    supportPending: z.int(),
    supportHappening: z.int(),
    supportFinished: z.int(),
    /** Contacts whose first ticket was made in the period. */
    leads: z.int(),
    /** In minutes. */
    avgSupportTime: z.number(),
    avgWaitTime: z.number(),
    /** Support time of the tickets finished in the period, in minutes. */
    minutes: z.number(),
  }),
  attendants: z.array(Attendant),
  /** Tickets made today; each hour is named by its beginning, from 01:00 to 00:00. */
  today: z.object({ count: z.int(), hours: z.array(z.object({ hour: z.string(), count: z.int() })) }),
});
export type Dashboard = z.output<typeof Dashboard>;

/** A ticket behind a figure: when it was counted, and with what. */
export const DashboardRow = Ticket.extend({ at: Instant, minutes: z.number().nullable(), rating: z.int().nullable() });
export type DashboardRow = z.output<typeof DashboardRow>;

export const dashboardApi = {
  show: endpoint('GET', '/dashboard', { query: DashboardQuery, reply: Dashboard }),
  rows: endpoint('GET', '/dashboard/rows', {
    query: DashboardRowsQuery,
    reply: z.object({ tickets: z.array(DashboardRow), count: z.int(), hasMore: z.boolean() }),
  }),
};

import { z } from 'zod';
import { emailField, nameField, passwordField, phoneText } from './fields.ts';
import { Done, endpoint, Instant, id, idText, PageQuery } from './kit.ts';
import { Setting } from './settings.ts';
import { WorkingWeek } from './working-hours.ts';

/** How long a payment lasts, in months. */
export const recurrenceMonths = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const;
export type Recurrence = keyof typeof recurrenceMonths;
export const longerRecurrences = ['BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const satisfies readonly Recurrence[];
export const recurrences = ['MENSAL', ...longerRecurrences] as const;

export const Plan = z.object({
  id: z.int(),
  name: z.string(),
  users: z.int(),
  connections: z.int(),
  queues: z.int(),
  /** Gigabytes of stored files. */
  storage: z.int(),
  /** For a month. Decimal text: money never passes through a float. */
  value: z.string(),
  /** For longer recurrences. Without an entry, a recurrence costs the monthly value times its months. */
  prices: z.partialRecord(z.enum(longerRecurrences), z.string()),
});
export type Plan = z.output<typeof Plan>;

/** Clients also send recurrence, due date, status and the campaigns flag; the server ignores them and sets its own. */
export const SignUpInput = z.object({
  name: nameField,
  email: emailField,
  phone: phoneText(z.string({ error: 'required' }).trim().min(1, 'required').min(8, 'tooShort').max(50, 'tooLong')),
  password: passwordField,
  planId: z.coerce.number({ error: 'required' }).pipe(id('plan')),
});

export const SignedUp = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  planId: z.int(),
  status: z.boolean(),
  dueDate: z.string().nullable(),
  recurrence: z.string(),
});

/** Whom the invoices of a company are made out to. */
export const billingFields = {
  billingName: z.string().trim().max(200, 'tooLong'),
  zipcode: z.string().trim().max(20, 'tooLong'),
  street: z.string().trim().max(200, 'tooLong'),
  state: z.string().trim().max(100, 'tooLong'),
  city: z.string().trim().max(100, 'tooLong'),
  district: z.string().trim().max(100, 'tooLong'),
};

/** A company as the platform's people and its own admins see it. */
export const Company = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  planId: z.int(),
  plan: Plan,
  status: z.boolean(),
  campaignsEnabled: z.boolean(),
  dueDate: z.string().nullable(),
  trialExpiration: z.string().nullable(),
  recurrence: z.enum(recurrences),
  createdAt: Instant,
  /** The platform's own company: it never expires and can not be deleted. */
  isPlatform: z.boolean(),
  settings: z.array(Setting),
  schedules: WorkingWeek,
  billingName: z.string(),
  zipcode: z.string(),
  street: z.string(),
  state: z.string(),
  city: z.string(),
  district: z.string(),
});
export type Company = z.output<typeof Company>;

/** Clients of the family also say `t` and `f`. */
const flags = new Map<unknown, boolean>([
  ...(['t', 'true', '1', 1] as const).map((said) => [said, true] as const),
  ...(['f', 'false', '0', 0] as const).map((said) => [said, false] as const),
]);
const flag = z.preprocess<unknown, z.ZodBoolean, boolean>((given: unknown) => flags.get(given) ?? given, z.boolean());
const phone = phoneText(z.string().trim().max(50, 'tooLong'));
/** A day, also where a whole instant is sent; none at all is a company that does not expire. */
const readDay = (given: unknown) => (given === '' ? null : typeof given === 'string' ? given.trim().slice(0, 10) : given);
const day = z.iso.date('invalidDate').nullable();
const dayField = z.preprocess<unknown, typeof day, string | null>(readDay, day);
const planId = z.preprocess<unknown, ReturnType<typeof id>, number>((given: unknown) => (given === '' ? undefined : given), id('plan'));

const optionalBilling = {
  billingName: billingFields.billingName.optional(),
  zipcode: billingFields.zipcode.optional(),
  street: billingFields.street.optional(),
  state: billingFields.state.optional(),
  city: billingFields.city.optional(),
  district: billingFields.district.optional(),
};

/** A new company with its first admin, who signs in with this e-mail and password. Without a due date it gets the days of a trial. */
export const CompanyInput = z.object({
  name: nameField,
  email: emailField,
  phone: phone.default(''),
  password: passwordField,
  planId,
  recurrence: z.enum(recurrences).default('MENSAL'),
  dueDate: dayField.optional(),
  status: flag.default(true),
  campaignsEnabled: flag.default(true),
  ...optionalBilling,
});

export const CompanyUpdate = z.object({
  name: nameField.optional(),
  email: emailField.optional(),
  phone: phone.optional(),
  planId: planId.optional(),
  recurrence: z.enum(recurrences).optional(),
  dueDate: dayField.optional(),
  status: flag.optional(),
  campaignsEnabled: flag.optional(),
  ...optionalBilling,
});

const connectionStatuses = z.record(z.string(), z.int());
const usage = {
  users: z.int(),
  connections: connectionStatuses,
  messages: z.int(),
  /** Bytes of stored files, with their renditions. */
  storage: z.int(),
  alarms: z.int(),
};

/** How much there is of everything, in numbers: no word of any conversation. */
export const Overview = z.object({
  totals: z.object({ companies: z.int(), inactive: z.int(), overdue: z.int(), ...usage }),
  companies: z.array(
    z.object({ id: z.int(), name: z.string(), status: z.boolean(), dueDate: z.string().nullable(), overdue: z.boolean(), ...usage }),
  ),
  count: z.int(),
  hasMore: z.boolean(),
});
export type Overview = z.output<typeof Overview>;
export type CompanyUsage = Overview['companies'][number];

const params = z.object({ id: idText('company') });

export const companiesApi = {
  plans: endpoint('GET', '/plans/list', { reply: z.array(Plan) }),
  signUp: endpoint('POST', '/companies/cadastro', { body: SignUpInput, reply: SignedUp }),
  list: endpoint('GET', '/companies', {
    query: PageQuery,
    reply: z.object({ companies: z.array(Company), count: z.int(), hasMore: z.boolean() }),
  }),
  all: endpoint('GET', '/companies/list', { reply: z.array(Company) }),
  overview: endpoint('GET', '/companies/overview', { query: PageQuery, reply: Overview }),
  show: endpoint('GET', '/companies/:id', { params, reply: Company }),
  create: endpoint('POST', '/companies', { body: CompanyInput, reply: Company }),
  update: endpoint('PUT', '/companies/:id', { params, body: CompanyUpdate, reply: Company }),
  schedules: endpoint('PUT', '/companies/:id/schedules', { params, body: z.object({ schedules: WorkingWeek }), reply: Company }),
  /** `name` confirms: where it is sent, it has to be the company's. */
  remove: endpoint('DELETE', '/companies/:id', { params, body: z.object({ name: z.string().max(1000).optional() }), reply: Done }),
};

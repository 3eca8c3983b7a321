import { z } from 'zod';
import { longerRecurrences, Plan } from './companies.ts';
import { flagField, nameField } from './fields.ts';
import { Done, endpoint, idText } from './kit.ts';

/** A plan as the platform's people see it: `isPublic` ones can be chosen at sign-up. */
export const PlanRecord = Plan.extend({ isPublic: z.boolean() });
export type PlanRecord = z.output<typeof PlanRecord>;

const limit = z.preprocess<unknown, z.ZodInt, number | string>(
  (given: unknown) => (typeof given === 'string' && /^\s*\d{1,9}\s*$/.test(given) ? Number(given) : given),
  z.int({ error: 'invalidNumber' }).min(0, 'invalidNumber').max(1_000_000, 'invalidNumber'),
);

/** Reais with at most 7 digits and 2 decimals, as a number or as text; from there on it is decimal text. */
const money = z
  .string({ error: 'required' })
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'invalidMoney')
  .transform((text) => {
    const [whole = '', cents = ''] = text.split('.');
    return `${Number(whole)}.${cents.padEnd(2, '0')}`;
  });
const readMoney = (given: unknown) =>
  typeof given === 'number'
    ? String(given)
    : typeof given === 'string'
      ? given
          .trim()
          .replace(/^R\$\s*/, '')
          .replace(/^(\d+),/, '$1.')
      : given;
export const moneyField = z.preprocess<unknown, typeof money, number | string>(readMoney, money);

const isEmpty = (given: unknown) => given === '' || given === null;
/** An empty price is none: the recurrence costs the monthly value times its months. */
const prices = z.preprocess<unknown, z.ZodType<Plan['prices']>, Record<string, unknown>>(
  (given: unknown) =>
    typeof given === 'object' && given !== null ? Object.fromEntries(Object.entries(given).filter(([, price]) => !isEmpty(price))) : given,
  z.partialRecord(z.enum(longerRecurrences), moneyField),
);
const defaultStorage = 5;

export const PlanInput = z.object({
  name: nameField,
  users: limit,
  connections: limit,
  queues: limit,
  storage: limit.default(defaultStorage),
  value: moneyField,
  prices: prices.default({}),
  isPublic: flagField.default(true),
});
export const PlanUpdate = z.object({
  name: nameField.optional(),
  users: limit.optional(),
  connections: limit.optional(),
  queues: limit.optional(),
  storage: limit.optional(),
  value: moneyField.optional(),
  prices: prices.optional(),
  isPublic: flagField.optional(),
});

const params = z.object({ id: idText('plan') });

export const plansApi = {
  all: endpoint('GET', '/plans/all', { reply: z.array(PlanRecord) }),
  show: endpoint('GET', '/plans/:id', { params, reply: PlanRecord }),
  create: endpoint('POST', '/plans', { body: PlanInput, reply: PlanRecord }),
  update: endpoint('PUT', '/plans/:id', { params, body: PlanUpdate, reply: PlanRecord }),
  remove: endpoint('DELETE', '/plans/:id', { params, reply: Done }),
};

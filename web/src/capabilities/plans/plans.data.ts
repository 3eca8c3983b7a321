import type { longerRecurrences } from '@prosa/contracts/companies';
import { PlanInput, type PlanRecord, plansApi } from '@prosa/contracts/plans';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import type { Records } from '../../platform/lists/records.ts';

/** Plans are the platform's and no live event tells of them. */
const lookInterval = 30_000;

export const plans: Records<PlanRecord> = {
  key: ['plans'],
  fetchAll: () => call(plansApi.all, {}),
  compare: (a, b) => a.id - b.id,
  useNews: () => undefined,
  refetchInterval: () => lookInterval,
  remove: (id) => call(plansApi.remove, { params: { id } }),
};

/** All plans, to choose one from. */
export const useAllPlans = () => useQuery({ queryKey: [...plans.key, 'all'], queryFn: () => call(plansApi.all, {}) });

const whole = z
  .string()
  .trim()
  .min(1, { error: 'required', abort: true })
  .regex(/^\d{1,6}$/, 'invalidNumber')
  .transform(Number);
export type LongerRecurrence = (typeof longerRecurrences)[number];
const money = /^\d{1,7}\.\d{2}$/;
const optionalPrice = z.string().refine((typed) => typed === '' || money.test(typed), 'invalidMoney');
/** Numbers are typed as text, and each recurrence has a field of its own. */
export const PlanForm = PlanInput.omit({ prices: true })
  .extend({
    users: whole,
    connections: whole,
    queues: whole,
    storage: whole,
    value: z.string().min(1, { error: 'required', abort: true }).regex(money, 'invalidMoney'),
    ...{ BIMESTRAL: optionalPrice, TRIMESTRAL: optionalPrice, SEMESTRAL: optionalPrice, ANUAL: optionalPrice },
  })
  .transform(({ BIMESTRAL, TRIMESTRAL, SEMESTRAL, ANUAL, ...plan }) => ({ ...plan, prices: { BIMESTRAL, TRIMESTRAL, SEMESTRAL, ANUAL } }));
export type PlanValues = Record<'name' | 'users' | 'connections' | 'queues' | 'storage' | 'value' | LongerRecurrence, string> & {
  isPublic: boolean;
};

export const createPlan = (body: z.output<typeof PlanForm>) => call(plansApi.create, { body });
export const updatePlan = (id: number, body: z.output<typeof PlanForm>) => call(plansApi.update, { params: { id }, body });

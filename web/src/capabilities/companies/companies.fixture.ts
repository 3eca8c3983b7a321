import type { Company } from '@prosa/contracts/companies';
import type { PlanRecord } from '@prosa/contracts/plans';
import { defaultWeek } from '@prosa/contracts/working-hours';

export const basicPlan: PlanRecord = {
  id: 1,
  name: 'Básico',
  users: 10,
  connections: 3,
  queues: 5,
  storage: 5,
  value: '99.90',
  prices: {},
  isPublic: true,
};

export const company = (over: Partial<Company> = {}): Company => ({
  id: 12,
  name: 'Padaria do Zé',
  email: 'ze@padaria.example',
  phone: '551133334444',
  planId: basicPlan.id,
  plan: basicPlan,
  status: true,
  campaignsEnabled: true,
  dueDate: '2099-01-31',
  trialExpiration: null,
  recurrence: 'MENSAL',
  createdAt: '2026-10-01T12:00:00.000Z',
  isPlatform: false,
  settings: [],
  schedules: defaultWeek,
  billingName: '',
  zipcode: '',
  street: '',
  state: '',
  city: '',
  district: '',
  ...over,
});

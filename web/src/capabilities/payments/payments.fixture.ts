import type { Checkout, Invoice } from '@prosa/contracts/payments';

export const invoice = (over: Partial<Invoice> = {}): Invoice => ({
  id: 12,
  detail: 'Plano 2',
  value: '99.90',
  dueDate: '2099-11-30',
  status: 'open',
  createdAt: '2026-11-10T12:00:00.000Z',
  ...over,
});

export const checkout = (over: Partial<Checkout> = {}): Checkout => ({
  email: 'financeiro@aurora.example',
  dueDate: '2099-11-30',
  trialExpiration: null,
  plan: { name: 'Plano 2', users: 25, connections: 15, queues: 25, value: '99.90' },
  billing: { billingName: '', zipcode: '', street: '', state: '', city: '', district: '' },
  ...over,
});

export const billed = { billingName: 'Ana Souza', zipcode: '13000-000', street: 'Rua A, 1', state: 'SP', city: 'Campinas', district: '' };

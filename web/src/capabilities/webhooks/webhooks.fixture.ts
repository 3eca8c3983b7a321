import type { Webhook, WebhookDelivery } from '@prosa/contracts/webhooks';

export const aWebhook = (over: Partial<Webhook> = {}): Webhook => ({
  id: 1,
  name: 'ERP',
  url: 'https://erp.exemplo.com/prosa',
  events: ['ticket.created', 'message.created'],
  active: true,
  failingSince: null,
  disabledAt: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...over,
});

export const aDelivery = (over: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 7,
  webhookId: 1,
  delivery: '4b6d3c1e-7f0a-4b9a-9d5e-2f6f0c8a1b2c',
  event: 'message.created',
  state: 'delivered',
  attempts: 1,
  status: 200,
  error: null,
  milliseconds: 84,
  createdAt: '2026-11-16T12:00:00.000Z',
  lastAt: '2026-11-16T12:00:01.000Z',
  nextAt: null,
  ...over,
});

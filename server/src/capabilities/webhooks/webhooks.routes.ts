import { webhooksApi } from '@prosa/contracts/webhooks';
import { refuse } from '../../platform/errors.ts';
import { type Http, mount } from '../../platform/http/http.ts';
import { findAddressFault } from '../../platform/outbound/address-check.ts';
import { createWebhook, removeWebhook, replayDelivery, updateWebhook } from './webhooks.actions.ts';
import { listDeliveries, listWebhooks } from './webhooks.queries.ts';

export function webhooksRoutes(http: Http): void {
  const checkUrl = (url: string) => {
    const fault = findAddressFault(url, 'webhook', http.config.OUTBOUND_ALLOW);
    if (fault) refuse('ERR_VALIDATION', { details: [{ path: 'url', message: fault }] });
  };
  mount(http, webhooksApi.list, 'webhooks:manage', (scope, { query }) => listWebhooks(scope, query.pageNumber));
  mount(http, webhooksApi.create, 'webhooks:manage', (scope, { body }) => createWebhook(scope, body, checkUrl));
  mount(http, webhooksApi.update, 'webhooks:manage', (scope, { params, body }) => updateWebhook(scope, params.id, body, checkUrl));
  mount(http, webhooksApi.remove, 'webhooks:manage', async (scope, { params }) => {
    await removeWebhook(scope, params.id);
    return { message: 'Webhook deleted' };
  });
  mount(http, webhooksApi.deliveries, 'webhooks:manage', (scope, { params, query }) => listDeliveries(scope, params.id, query.pageNumber));
  mount(http, webhooksApi.replay, 'webhooks:manage', (scope, { params }) => replayDelivery(scope, params.id));
}

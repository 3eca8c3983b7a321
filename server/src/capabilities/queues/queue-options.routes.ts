import { queueOptionsApi } from '@prosa/contracts/queue-options';
import { type Http, mount } from '../../platform/http/http.ts';
import { createOption, orderOptions, removeOption, updateOption } from './queue-options.actions.ts';
import { optionTree } from './queue-options.queries.ts';

export function queueOptionsRoutes(http: Http): void {
  mount(http, queueOptionsApi.list, 'queues:list', (scope, { query }) => optionTree(scope, query.queueId, query.parentId ?? null));
  mount(http, queueOptionsApi.create, 'queues:manage', (scope, { body }) => createOption(scope, body));
  mount(http, queueOptionsApi.update, 'queues:manage', (scope, { params, body }) => updateOption(scope, params.id, body));
  mount(http, queueOptionsApi.order, 'queues:manage', (scope, { body }) => orderOptions(scope, body));
  mount(http, queueOptionsApi.remove, 'queues:manage', async (scope, { params }) => {
    await removeOption(scope, params.id);
    return { message: 'Option deleted' };
  });
}

import { queuesApi } from '@prosa/contracts/queues';
import { refuse } from '../../platform/errors.ts';
import { type Http, mount } from '../../platform/http/http.ts';
import { type BeforeRemoval, createQueue, removeQueue, updateQueue } from './queues.actions.ts';
import { findQueue, listQueues } from './queues.queries.ts';

export function queuesRoutes(http: Http, beforeRemoval: BeforeRemoval): void {
  mount(http, queuesApi.list, 'queues:list', (scope) => listQueues(scope));
  mount(
    http,
    queuesApi.show,
    'queues:list',
    async (scope, { params }) => (await findQueue(scope, params.id)) ?? refuse('ERR_NO_QUEUE_FOUND'),
  );
  mount(http, queuesApi.create, 'queues:manage', (scope, { body }) => createQueue(scope, body));
  mount(http, queuesApi.update, 'queues:manage', (scope, { params, body }) => updateQueue(scope, params.id, body));
  mount(http, queuesApi.remove, 'queues:manage', async (scope, { params }) => {
    await removeQueue(scope, params.id, beforeRemoval);
    return { message: 'Queue deleted' };
  });
}

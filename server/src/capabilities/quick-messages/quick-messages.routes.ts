import { quickMessagesApi } from '@prosa/contracts/quick-messages';
import { type Http, mount } from '../../platform/http/http.ts';
import {
  attachFile,
  countUse,
  createQuickMessage,
  detachFile,
  removeQuickMessage,
  restoreQuickMessage,
  updateQuickMessage,
} from './quick-messages.actions.ts';
import { getVisibleQuickMessage, listQuickMessages, listRanked } from './quick-messages.queries.ts';

export function quickMessagesRoutes(http: Http): void {
  mount(http, quickMessagesApi.list, 'quick-messages:use', (scope, { query }) => listQuickMessages(scope, query));
  mount(http, quickMessagesApi.everyone, 'quick-messages:use', (scope) => listRanked(scope));
  mount(http, quickMessagesApi.show, 'quick-messages:use', (scope, { params }) => getVisibleQuickMessage(scope, params.id));
  mount(http, quickMessagesApi.create, 'quick-messages:use', (scope, { body }) => createQuickMessage(scope, body));
  mount(http, quickMessagesApi.update, 'quick-messages:use', (scope, { params, body }) => updateQuickMessage(scope, params.id, body));
  mount(http, quickMessagesApi.remove, 'quick-messages:use', async (scope, { params }) => {
    await removeQuickMessage(scope, params.id);
    return { message: 'Quick message deleted' };
  });
  mount(http, quickMessagesApi.restore, 'quick-messages:use', (scope, { params }) => restoreQuickMessage(scope, params.id));
  mount(http, quickMessagesApi.use, 'quick-messages:use', (scope, { params }) => countUse(scope, params.id));
  mount(http, quickMessagesApi.attach, 'quick-messages:use', (scope, { params }, { uploads }) => attachFile(scope, params.id, uploads));
  mount(http, quickMessagesApi.detach, 'quick-messages:use', async (scope, { params }) => ({
    ...(await detachFile(scope, params.id)),
    message: 'File deleted',
  }));
}

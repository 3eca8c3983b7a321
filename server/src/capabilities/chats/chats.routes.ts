import { chatsApi } from '@prosa/contracts/chats';
import { type Http, mount } from '../../platform/http/http.ts';
import { mountRead } from '../../platform/http/read-route.ts';
import { sendChatMessage } from './chat-messages.actions.ts';
import { chatPageRead, listChatMessages, searchChatMessages } from './chat-messages.queries.ts';
import { createChat, readChat, removeChat, updateChat } from './chats.actions.ts';
import { chatRead, findChat, listChats } from './chats.queries.ts';

export function chatsRoutes(http: Http): void {
  mount(http, chatsApi.list, 'session', (scope, { query }) => listChats(scope, query));
  mountRead(http, chatsApi.show, 'session', {
    makeOut: (actor, { params }) => chatRead(actor, params.uuid),
    handle: (scope, { params }) => findChat(scope, params),
  });
  mount(http, chatsApi.create, 'session', (scope, { body }) => createChat(scope, body));
  mount(http, chatsApi.update, 'session', (scope, { params, body }) => updateChat(scope, params.id, body));
  mount(http, chatsApi.remove, 'session', async (scope, { params }) => {
    await removeChat(scope, params.id);
    return { message: 'Chat deleted' };
  });
  mountRead(http, chatsApi.messages, 'session', {
    suits: ({ around = '' }) => around === '',
    makeOut: (actor, { params, query }) => chatPageRead(actor, params.id, query.pageNumber),
    handle: (scope, { params, query }) => listChatMessages(scope, params.id, query),
  });
  mount(http, chatsApi.search, 'session', (scope, { params, query }) => searchChatMessages(scope, params.id, query));
  mount(http, chatsApi.send, 'session', async (scope, { params, body }, { uploads }) => {
    const messages = await sendChatMessage(scope, params.id, body, uploads);
    const [only] = messages;
    return only && messages.length === 1 ? only : { records: messages };
  });
  mount(http, chatsApi.read, 'session', (scope, { params, body }) => readChat(scope, params.id, body.userId));
}

import { messagesApi } from '@prosa/contracts/messages';
import { withErrorCode } from '../../platform/database/error-codes.ts';
import { type Http, mount } from '../../platform/http/http.ts';
import { mountRead } from '../../platform/http/read-route.ts';
import { prepareVoice } from '../media/voice.ts';
import { searchMessages } from './message-search.queries.ts';
import { removeMessage, resendMessage, sendMessage } from './messages.actions.ts';
import { listMessages, listWithoutTicket, threadRead } from './thread.queries.ts';

export function messagesRoutes(http: Http): void {
  mountRead(http, messagesApi.list, 'tickets:handle', {
    suits: ({ around = '' }) => around === '',
    makeOut: (actor, { params, query }) => threadRead(actor, params.ticketId, query),
    handle: (scope, { params, query }) => listMessages(scope, params.ticketId, query),
  });
  mount(http, messagesApi.thread, 'tickets:handle', (scope, { query }) => listWithoutTicket(scope, query));
  mount(http, messagesApi.search, 'tickets:handle', (scope, { query }) => searchMessages(scope, query));
  mount(
    http,
    messagesApi.send,
    'tickets:handle',
    async (scope, { params, body }, { uploads }) => {
      const messages = await withErrorCode(scope, 'ERR_CREATING_MESSAGE', () => sendMessage(scope, params.ticketId, body, uploads));
      const [only] = messages;
      return only && messages.length === 1 ? only : { messages };
    },
    prepareVoice,
  );
  mount(http, messagesApi.remove, 'tickets:handle', async (scope, { params }) => ({
    ...(await removeMessage(scope, params.messageId)),
    message: 'Message deleted',
  }));
  mount(http, messagesApi.resend, 'tickets:handle', (scope, { params }) => resendMessage(scope, params.messageId));
}

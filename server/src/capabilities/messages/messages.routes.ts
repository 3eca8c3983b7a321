import { messagesApi } from '@prosa/contracts/messages';
import { type Http, mount } from '../../platform/http.ts';
import { resendMessage, sendMessage } from './messages.actions.ts';
import { listMessages } from './messages.queries.ts';

export function messagesRoutes(http: Http): void {
  mount(http, messagesApi.list, 'tickets:handle', (scope, { params, query }) => listMessages(scope, params.ticketId, query.pageNumber));
  mount(http, messagesApi.send, 'tickets:handle', (scope, { params, body }) => sendMessage(scope, params.ticketId, body));
  mount(http, messagesApi.resend, 'tickets:handle', (scope, { params }) => resendMessage(scope, params.messageId));
}

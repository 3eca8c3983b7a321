import { MessageInput, messagesApi } from '@prosa/contracts/messages';
import type { Provider } from '../../channels/port.ts';
import { withErrorCode } from '../../platform/database/error-codes.ts';
import { type Http, mount, mountWith } from '../../platform/http/http.ts';
import { mountInSteps } from '../../platform/http/mount-in-steps.ts';
import { mountRead } from '../../platform/http/read-route.ts';
import { bodyLimits, withBodyLimit } from '../../platform/http/route.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { findConnection } from '../connections/connections.queries.ts';
import { prepareVoice } from '../media/voice.ts';
import { getVisibleTicket } from '../tickets/tickets.queries.ts';
import { editMessage, listEdits } from './message-edits.actions.ts';
import { reactToMessage } from './message-reactions.actions.ts';
import { searchMessages } from './message-search.queries.ts';
import { removeMessage, resendMessage, sendMessage } from './messages.actions.ts';
import { findMessage } from './messages.queries.ts';
import { listMessages, listWithoutTicket, threadRead } from './thread.queries.ts';
import { findWindow } from './window.queries.ts';
import { type ChannelSays, openWindows, type Windows } from './windows.ts';

export function messagesRoutes(http: Http, providers: Record<string, Provider>): void {
  const windows = openWindows(http.platform, providers);
  mountRead(http, messagesApi.list, 'tickets:handle', {
    suits: ({ around = '' }) => around === '',
    makeOut: (actor, { params, query }) => threadRead(actor, params.ticketId, query),
    handle: (scope, { params, query }) => listMessages(scope, params.ticketId, query),
  });
  mount(http, messagesApi.thread, 'tickets:handle', (scope, { query }) => listWithoutTicket(scope, query));
  mount(http, messagesApi.search, 'tickets:handle', (scope, { query }) => searchMessages(scope, query));
  const forLongTexts = withBodyLimit(http, bodyLimits.longText);
  mountSending(forLongTexts, windows);
  mountInSteps(http, messagesApi.window, 'tickets:handle', {
    read: async (scope, { params }) => {
      const ticket = await getVisibleTicket(scope, { id: params.ticketId });
      return { ticket, provider: (await findConnection(scope, ticket.whatsappId))?.provider ?? '' };
    },
    talk: async ({ ticket, provider }, { caller }) => ({
      ticket,
      hours: await windows.hoursOf(caller.companyId, ticket.whatsappId, provider),
    }),
    write: (scope, _input, { ticket, hours }) => findWindow(scope, ticket, hours),
  });
  mount(http, messagesApi.remove, 'tickets:handle', async (scope, { params }) => ({
    ...(await removeMessage(scope, params.messageId)),
    message: 'Message deleted',
  }));
  mountChanges(forLongTexts, windows);
  mountInSteps(http, messagesApi.resend, 'tickets:handle', {
    read: async (scope, { params }) => (await findMessage(scope, params.messageId)).ticket?.id,
    talk: async (ticketId, { caller }) => (ticketId === undefined ? {} : windows.ask(caller, ticketId, undefined)),
    write: (scope, { params }, says) => resendMessage(scope, params.messageId, says),
  });
}

/** What is said again in other words, and what is said with one sign: that is a message too for channels with a window. */
function mountChanges(http: Http, windows: Windows): void {
  mount(http, messagesApi.edit, 'tickets:handle', (scope, { params, body }) => editMessage(scope, params.messageId, body.body));
  mount(http, messagesApi.edits, 'tickets:handle', async (scope, { params }) => ({ edits: await listEdits(scope, params.messageId) }));
  mountInSteps(http, messagesApi.react, 'tickets:handle', {
    read: async (scope, { params }) => (await findMessage(scope, params.messageId)).ticket?.id,
    talk: async (ticketId, { caller }) => (ticketId === undefined ? {} : windows.ask(caller, ticketId, undefined)),
    write: (scope, { params, body }, says) => reactToMessage(scope, params.messageId, body.emoji, says),
  });
}

/** Before the transaction recordings become voice notes, and the channel says whether its window is open and what a template reads. */
function mountSending(http: Http, windows: Windows): void {
  mountWith<typeof messagesApi.send, { uploads: Upload[]; says: ChannelSays }>(
    http,
    messagesApi.send,
    'tickets:handle',
    async (scope, { params, body }, { uploads, says }) => {
      const messages = await withErrorCode(scope, 'ERR_CREATING_MESSAGE', () => sendMessage(scope, params.ticketId, body, uploads, says));
      const [only] = messages;
      return only && messages.length === 1 ? only : { messages };
    },
    async (caller, { params, body }, received) => {
      const to = messagesApi.send.params.safeParse(params);
      const input = MessageInput.safeParse(body);
      // What is not as contracted is refused by the transaction, which asks for it again.
      const says = to.success && input.success ? await windows.ask(caller, to.data.ticketId, input.data.template) : {};
      return { uploads: await prepareVoice(http.platform, body, received), says };
    },
    { keepsPlans: true },
  );
}

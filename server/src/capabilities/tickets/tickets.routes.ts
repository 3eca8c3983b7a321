import { ticketsApi } from '@prosa/contracts/tickets';
import { type Http, mount } from '../../platform/http/http.ts';
import { createTicket } from './creation.actions.ts';
import { listTickets } from './ticket-list.queries.ts';
import { type FollowMove, moveTicket, removeTicket } from './tickets.actions.ts';
import { listHistory, seeTicket } from './tickets.queries.ts';

export function ticketsRoutes(http: Http, follow: FollowMove): void {
  mount(http, ticketsApi.list, 'tickets:handle', (scope, { query }) => listTickets(scope, query));
  mount(http, ticketsApi.create, 'tickets:handle', (scope, { body }) => createTicket(scope, body));
  mount(http, ticketsApi.show, 'tickets:handle', (scope, { params }) => seeTicket(scope, params));
  mount(http, ticketsApi.showByUuid, 'tickets:handle', (scope, { params }) => seeTicket(scope, params));
  mount(http, ticketsApi.update, 'tickets:handle', (scope, { params, body }) => moveTicket(scope, params.id, body, follow));
  mount(http, ticketsApi.history, 'tickets:handle', (scope, { params }) => listHistory(scope, params.id));
  mount(http, ticketsApi.remove, 'ticket-options:deleteTicket', async (scope, { params }) => {
    await removeTicket(scope, params.id);
    return { message: 'Ticket deleted' };
  });
}

import { ticketsApi } from '@prosa/contracts/tickets';
import { type Http, mount } from '../../platform/http/http.ts';
import { mountRead } from '../../platform/http/read-route.ts';
import { createTicket } from './creation.actions.ts';
import { listHistory } from './history.queries.ts';
import { isPlainList, listTickets, plainList } from './ticket-list.queries.ts';
import { type FollowMove, moveTicket, removeTicket } from './tickets.actions.ts';
import { getVisibleTicket, ticketRead } from './tickets.queries.ts';

export function ticketsRoutes(http: Http, follow: FollowMove): void {
  mountRead(http, ticketsApi.list, 'tickets:handle', {
    suits: isPlainList,
    makeOut: (actor, { query }) => plainList(actor, query),
    handle: (scope, { query }) => listTickets(scope, query),
  });
  mount(http, ticketsApi.create, 'tickets:handle', (scope, { body }) => createTicket(scope, body));
  mountRead(http, ticketsApi.show, 'tickets:handle', {
    makeOut: (actor, { params }) => ticketRead(actor, params),
    handle: (scope, { params }) => getVisibleTicket(scope, params),
  });
  mountRead(http, ticketsApi.showByUuid, 'tickets:handle', {
    makeOut: (actor, { params }) => ticketRead(actor, params),
    handle: (scope, { params }) => getVisibleTicket(scope, params),
  });
  mount(http, ticketsApi.update, 'tickets:handle', (scope, { params, body }) => moveTicket(scope, params.id, body, follow));
  mount(http, ticketsApi.history, 'tickets:handle', (scope, { params }) => listHistory(scope, params.id));
  mount(http, ticketsApi.remove, 'ticket-options:deleteTicket', async (scope, { params }) => {
    await removeTicket(scope, params.id);
    return { message: 'Ticket deleted' };
  });
}

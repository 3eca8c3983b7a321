import { kanbanApi } from '@prosa/contracts/kanban';
import { mountAhead } from '../../platform/http/ahead-route.ts';
import type { Http } from '../../platform/http/http.ts';
import { mountRead } from '../../platform/http/read-route.ts';
import { moveCard, moveStatements, orderLanes, orderStatements } from '../tags/lanes.actions.ts';
import { cardsRead, lanesRead, listCards, listLanes } from './board.queries.ts';

export function kanbanRoutes(http: Http): void {
  mountRead(http, kanbanApi.lanes, 'tags:use', {
    makeOut: (actor) => lanesRead(actor),
    handle: (scope) => listLanes(scope),
  });
  mountRead(http, kanbanApi.cards, 'tags:use', {
    makeOut: (actor, { query }) => cardsRead(actor, query),
    handle: (scope, { query }) => listCards(scope, query),
  });
  mountAhead(http, kanbanApi.order, 'tags:edit', {
    ahead: ({ body }) => orderStatements(body.tagIds),
    handle: async (scope, rows, { body }) => orderLanes(scope, rows, body.tagIds),
  });
  mountAhead(http, kanbanApi.move, 'tags:use', {
    ahead: ({ params: { ticketId, tagId } }, person) => moveStatements(ticketId, tagId, person),
    handle: async (scope, rows, { params }) => moveCard(scope, rows, params.tagId),
  });
  mountAhead(http, kanbanApi.clear, 'tags:use', {
    ahead: ({ params: { ticketId } }, person) => moveStatements(ticketId, undefined, person),
    handle: async (scope, rows) => moveCard(scope, rows, undefined),
  });
}

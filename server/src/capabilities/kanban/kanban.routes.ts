import { kanbanApi } from '@prosa/contracts/kanban';
import { type Http, mount } from '../../platform/http/http.ts';
import { mountRead } from '../../platform/http/read-route.ts';
import { orderLanes } from '../tags/lanes.actions.ts';
import { moveCard } from '../tags/tags.actions.ts';
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
  mount(http, kanbanApi.order, 'tags:edit', async (scope, { body }) => {
    await orderLanes(scope, body.tagIds);
    return listLanes(scope);
  });
  mount(http, kanbanApi.move, 'tags:use', (scope, { params }) => moveCard(scope, params.ticketId, params.tagId));
  mount(http, kanbanApi.clear, 'tags:use', (scope, { params }) => moveCard(scope, params.ticketId, undefined));
}

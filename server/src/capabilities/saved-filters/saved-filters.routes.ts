import { savedFiltersApi } from '@prosa/contracts/saved-filters';
import { type Http, mount } from '../../platform/http/http.ts';
import { createSavedFilter, removeSavedFilter, restoreSavedFilter, updateSavedFilter } from './saved-filters.actions.ts';
import { listSavedFilters } from './saved-filters.queries.ts';

export function savedFiltersRoutes(http: Http): void {
  mount(http, savedFiltersApi.list, 'tickets:handle', (scope) => listSavedFilters(scope));
  mount(http, savedFiltersApi.create, 'tickets:handle', (scope, { body }) => createSavedFilter(scope, body));
  mount(http, savedFiltersApi.update, 'tickets:handle', (scope, { params, body }) => updateSavedFilter(scope, params.id, body));
  mount(http, savedFiltersApi.remove, 'tickets:handle', async (scope, { params }) => {
    await removeSavedFilter(scope, params.id);
    return { message: 'Saved filter deleted' };
  });
  mount(http, savedFiltersApi.restore, 'tickets:handle', (scope, { params }) => restoreSavedFilter(scope, params.id));
}

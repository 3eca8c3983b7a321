import { can } from '@prosa/contracts/permissions';
import { settingsApi } from '@prosa/contracts/settings';
import { type Http, mount } from '../../platform/http/http.ts';
import { listIntegrations } from './integrations.queries.ts';
import { changeSetting } from './settings.actions.ts';
import { listSettings } from './settings.queries.ts';

export function settingsRoutes(http: Http): void {
  mount(http, settingsApi.list, 'settings:read', async (scope) => [
    ...(await listSettings(scope)),
    ...(can(scope.actor, 'settings:manage') ? await listIntegrations(scope) : []),
  ]);
  mount(http, settingsApi.update, 'settings:manage', (scope, { params, body }) => changeSetting(scope, params.key, body.value));
}

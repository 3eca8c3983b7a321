import { dashboardApi } from '@prosa/contracts/dashboard';
import { type Http, mount } from '../../platform/http/http.ts';
import { mountRead } from '../../platform/http/read-route.ts';
import { dashboardRead, showDashboard } from './dashboard.queries.ts';
import { listRows } from './rows.queries.ts';

export function dashboardRoutes(http: Http): void {
  mountRead(http, dashboardApi.show, 'dashboard:view', {
    makeOut: (actor, { query }) => dashboardRead(actor, query, http.platform.clock()),
    handle: (scope, { query }) => showDashboard(scope, query),
  });
  mount(http, dashboardApi.rows, 'dashboard:view', (scope, { query }) => listRows(scope, query));
}

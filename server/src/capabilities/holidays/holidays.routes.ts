import { holidaysApi } from '@prosa/contracts/holidays';
import { refuse } from '../../platform/errors.ts';
import { type Http, mount } from '../../platform/http/http.ts';
import { createHoliday, removeHoliday, updateHoliday } from './holidays.actions.ts';
import { findHoliday, listHolidays } from './holidays.queries.ts';

export function holidaysRoutes(http: Http): void {
  mount(http, holidaysApi.list, 'settings:manage', (scope, { query }) => listHolidays(scope, query.year));
  mount(
    http,
    holidaysApi.show,
    'settings:manage',
    async (scope, { params }) => (await findHoliday(scope, params.id)) ?? refuse('ERR_NO_HOLIDAY_FOUND'),
  );
  mount(http, holidaysApi.create, 'settings:manage', (scope, { body }) => createHoliday(scope, body));
  mount(http, holidaysApi.update, 'settings:manage', (scope, { params, body }) => updateHoliday(scope, params.id, body));
  mount(http, holidaysApi.remove, 'settings:manage', async (scope, { params }) => {
    await removeHoliday(scope, params.id);
    return { message: 'Holiday deleted' };
  });
}

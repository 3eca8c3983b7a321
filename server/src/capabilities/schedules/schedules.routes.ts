import { schedulesApi } from '@prosa/contracts/schedules';
import { type Http, mount } from '../../platform/http/http.ts';
import { attachFile, createSchedule, detachFile, removeSchedule, updateSchedule } from './schedules.actions.ts';
import { getSchedule, listSchedules } from './schedules.queries.ts';

export function schedulesRoutes(http: Http): void {
  mount(http, schedulesApi.list, 'schedules:use', (scope, { query }) => listSchedules(scope, query));
  mount(http, schedulesApi.show, 'schedules:use', (scope, { params }) => getSchedule(scope, params.id));
  mount(http, schedulesApi.create, 'schedules:use', (scope, { body }, { uploads }) => createSchedule(scope, body, uploads));
  mount(http, schedulesApi.update, 'schedules:use', (scope, { params, body }, { uploads }) =>
    updateSchedule(scope, params.id, body, uploads),
  );
  mount(http, schedulesApi.remove, 'schedules:use', async (scope, { params }) => {
    await removeSchedule(scope, params.id);
    return { message: 'Schedule deleted' };
  });
  mount(http, schedulesApi.attach, 'schedules:use', (scope, { params }, { uploads }) => attachFile(scope, params.id, uploads));
  mount(http, schedulesApi.detach, 'schedules:use', async (scope, { params }) => ({
    ...(await detachFile(scope, params.id)),
    message: 'File deleted',
  }));
}

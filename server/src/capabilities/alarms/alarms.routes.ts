import { alarmsApi } from '@prosa/contracts/alarms';
import { type Http, mount } from '../../platform/http.ts';
import { type PutBack, retryAlarm } from './alarms.actions.ts';
import { listAlarms } from './alarms.queries.ts';

export function alarmsRoutes(http: Http, putBack: PutBack): void {
  mount(http, alarmsApi.list, 'super', (_scope, { query }) => listAlarms(http.platform, query.pageNumber));
  mount(http, alarmsApi.retry, 'super', async (_scope, { params }) => {
    await retryAlarm(http.platform, params.id, putBack);
    return { message: 'Alarm is being tried again' };
  });
}

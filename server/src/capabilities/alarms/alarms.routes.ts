import { alarmsApi } from '@prosa/contracts/alarms';
import { type Http, mountSuper } from '../../platform/http/http.ts';
import { type PutBack, retryAlarm } from './alarms.actions.ts';
import { listAlarms } from './alarms.queries.ts';

export function alarmsRoutes(http: Http, putBack: PutBack): void {
  mountSuper(http, alarmsApi.list, (platform, { query }) => listAlarms(platform, query.pageNumber));
  mountSuper(http, alarmsApi.retry, async (platform, { params }, who) => {
    await retryAlarm(platform, who, params.id, putBack);
    return { message: 'Alarm is being tried again' };
  });
}

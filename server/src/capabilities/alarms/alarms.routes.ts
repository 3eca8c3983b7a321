import { alarmsApi } from '@prosa/contracts/alarms';
import { type Http, mountSuper } from '../../platform/http/http.ts';
import { type RequeueFrame, retryAlarm } from './alarms.actions.ts';
import { listAlarms } from './alarms.queries.ts';

export function alarmsRoutes(http: Http, requeueFrame: RequeueFrame): void {
  mountSuper(http, alarmsApi.list, (platform, { query }) => listAlarms(platform, query.pageNumber));
  mountSuper(http, alarmsApi.retry, async (platform, { params }, who) => {
    await retryAlarm(platform, who, params.id, requeueFrame);
    return { message: 'Alarm is being tried again' };
  });
}

import { forwardingApi } from '@prosa/contracts/forwarding';
import type { Provider } from '../../channels/port.ts';
import { withErrorCode } from '../../platform/database/error-codes.ts';
import type { Http } from '../../platform/http/http.ts';
import { mountInSteps } from '../../platform/http/mount-in-steps.ts';
import { openWindows } from '../messages/windows.ts';
import { forwardMessages } from './forwarding.actions.ts';
import { findTargetConnections } from './forwarding.queries.ts';

/** Before the transaction the channels say how long their windows are. */
export function forwardingRoutes(http: Http, providers: Record<string, Provider>): void {
  const windows = openWindows(http.platform, providers);
  mountInSteps(http, forwardingApi.forward, 'tickets:handle', {
    read: (scope, { body }) => findTargetConnections(scope, body),
    talk: async (connections, { caller }) =>
      new Map(
        await Promise.all(
          connections.map(async ({ id, provider }) => [id, await windows.hoursOf(caller.companyId, id, provider)] as const),
        ),
      ),
    write: (scope, { params, body }, hours) =>
      withErrorCode(scope, 'ERR_CREATING_MESSAGE', () => forwardMessages(scope, params.ticketId, body, hours)),
  });
}

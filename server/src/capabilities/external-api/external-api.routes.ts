import { externalApi } from '@prosa/contracts/external-api';
import type { Provider, Reachable } from '../../channels/port.ts';
import { inScope } from '../../platform/database/scope.ts';
import { mountFor, mountForPrepared } from '../../platform/http/callers.ts';
import type { Http } from '../../platform/http/http.ts';
import { bodyLimits, withBodyLimit } from '../../platform/http/route.ts';
import { connectionCaller } from '../connections/connection-caller.ts';
import { findConnection } from '../connections/connections.queries.ts';
import { askWhetherReachable } from '../contacts/reachability.ts';
import { findProgramMessage, sendFromProgram } from './external-api.actions.ts';

export function externalApiRoutes(http: Http, providers: Record<string, Provider>): void {
  const { platform } = http;

  /** Asked on the connection that the token is of, before the transaction. What is not as contracted is refused there. */
  async function ask(companyId: number, connectionId: number, body: unknown): Promise<Reachable> {
    const input = externalApi.send.body.safeParse(body);
    if (!input.success) return 'unknown';
    const connection = await inScope(platform, { companyId }, (scope) => findConnection(scope, connectionId));
    return askWhetherReachable(providers, companyId, connection, input.data.number);
  }

  mountForPrepared(
    withBodyLimit(http, bodyLimits.longText),
    externalApi.send,
    connectionCaller,
    ({ companyId, who }, body) => ask(companyId, who.connectionId, body),
    async (scope, { body }, { who, uploads, prepared }) => {
      const ids = await sendFromProgram(scope, who.connectionId, body, uploads, prepared);
      return { id: ids[0] ?? 0, message: 'Message accepted', ids };
    },
  );
  mountFor(http, externalApi.show, connectionCaller, (scope, { params }, { who }) =>
    findProgramMessage(scope, who.connectionId, params.id),
  );
}

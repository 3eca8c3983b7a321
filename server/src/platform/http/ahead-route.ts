import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import type { Policy } from '@prosa/contracts/permissions';
import type { Bound, Row } from '../database/flight.ts';
import { inScope, type Scope } from '../database/scope.ts';
import type { AccessClaims } from './access-token.ts';
import { admitted, authenticate, type Http, inputOf, limit, type Reply, register, serve } from './http.ts';

type AheadRoute<E extends Endpoint> = {
  /** The statements of what is asked. They say no more than this: who asks is known only when they have run. */
  ahead: (input: InputOf<E>, caller: AccessClaims) => Bound[];
  /** What their rows come to. A refusal undoes them. */
  handle: (scope: Scope, rows: Row[][], input: InputOf<E>) => Reply<E>;
};

/**
 * Serve one endpoint whose whole work is a few statements that are known beforehand, in two round trips: they travel with the beginning
 * of the transaction, and the events with its end. Authenticated, authorised and checked like all others.
 */
export function mountAhead<E extends Endpoint>(http: Http, endpoint: E, policy: Exclude<Policy, 'public'>, route: AheadRoute<E>): void {
  register(http, { endpoint, policy }, async (request) => {
    const caller = await authenticate(http, request);
    await limit(http, 'api', String(caller.userId));
    const statements = (): Bound[] => {
      try {
        return route.ahead(inputOf(endpoint, request), caller);
      } catch {
        // Refused below, when it is known that they may ask at all.
        return [];
      }
    };
    const work = (scope: Scope, rows: Row[][]) =>
      serve(scope, endpoint, admitted(caller, policy), request, (input) => route.handle(scope, rows, input));
    return inScope(http.platform, caller, work, statements());
  });
}

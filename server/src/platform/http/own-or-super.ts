import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import { type Permission, satisfies } from '@prosa/contracts/permissions';
import { SuperUser } from '../database/on-company.ts';
import { inScope, type Platform, type Scope } from '../database/scope.ts';
import { refuse } from '../errors.ts';
import { outgoing } from '../outgoing.ts';
import { authenticate, type Http, inputOf, limit, nameOf, type Reply, register } from './http.ts';

type Work<E extends Endpoint> = {
  /** The company that the call names. */
  companyOf(input: InputOf<E>): number;
  /** Of the caller's own company. */
  own(scope: Scope, input: InputOf<E>): Reply<E>;
  /** A super user, on a company that is not theirs. */
  other(platform: Platform, input: InputOf<E>, who: SuperUser): Reply<E>;
};

/** Serve one endpoint about a company that is named: to its own people with this permission, and to super users for any. */
export function mountOwnOrSuper<E extends Endpoint>(http: Http, endpoint: E, policy: Permission, { companyOf, own, other }: Work<E>): void {
  register(http, { endpoint, policy }, async (request) => {
    const caller = await authenticate(http, request);
    await limit(http, 'api', String(caller.userId));
    const found = await inScope(http.platform, caller, async (scope) => {
      if (!satisfies(scope.actor, policy)) refuse('ERR_NO_PERMISSION');
      const input = inputOf(endpoint, request);
      if (companyOf(input) === scope.companyId) return { input, reply: await own(scope, input) };
      // Another company's is answered like one that does not exist.
      if (!scope.actor.super) refuse('ERR_NO_COMPANY_FOUND');
      return { input };
    });
    const reply = 'reply' in found ? found.reply : await other(http.platform, found.input, await SuperUser.of(http.platform, caller));
    return outgoing(endpoint.reply, reply, nameOf(endpoint));
  });
}

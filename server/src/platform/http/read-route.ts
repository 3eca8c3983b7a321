import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import { type Policy, satisfies } from '@prosa/contracts/permissions';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Read, read } from '../database/reads.ts';
import { type Actor, inScope, type Scope } from '../database/scope.ts';
import { Refusal, refuse } from '../errors.ts';
import { outgoing } from '../outgoing.ts';
import { admitted, authenticate, type Http, inputOf, isSearch, limit, nameOf, register, serve } from './http.ts';
import { JsonText, openCheck } from './json-text.ts';

type Shown<E extends Endpoint> = JsonText | z.input<E['reply']>;
/** Nothing where the read does not do: then the call is served like any other, in a scope. */
type Found<E extends Endpoint> = Shown<E> | undefined;

type ReadRoute<E extends Endpoint> = {
  /** Whether what is asked can be read so at all. */
  suits?: (query: Record<string, unknown>) => boolean;
  /** The read for what is asked, by what the person may see. */
  makeOut: (actor: Actor, input: InputOf<E>) => Read<Found<E>>;
  handle: (scope: Scope, input: InputOf<E>) => Promise<z.input<E['reply']>>;
  /** Open to users whose company is overdue, or who must change their first password. */
  evenRestricted?: boolean;
};

/** Refusals that concern every call of a user but a few. */
const restrictions: ReadonlySet<Refusal['code']> = new Set(['ERR_SUBSCRIPTION_EXPIRED', 'ERR_PASSWORD_CHANGE_REQUIRED']);

/** Serve one endpoint that only reads, in one round trip where that does; authenticated, authorised and checked like all others. */
export function mountRead<E extends Endpoint>(http: Http, endpoint: E, policy: Exclude<Policy, 'public'>, route: ReadRoute<E>): void {
  const check = openCheck(endpoint.reply, nameOf(endpoint));
  const { evenRestricted = false } = route;
  const exemptions = { evenOverdue: evenRestricted, evenFirstPassword: evenRestricted };
  const orInScope = (error: unknown): undefined => {
    if (!evenRestricted || !(error instanceof Refusal) || !restrictions.has(error.code)) throw error;
  };
  const makeOutFor = (request: FastifyRequest) => (actor: Actor) => {
    if (!satisfies(actor, policy)) refuse('ERR_NO_PERMISSION');
    return route.makeOut(actor, inputOf(endpoint, request));
  };
  register(http, { endpoint, policy }, async (request, reply) => {
    const caller = await authenticate(http, request);
    await limit(http, 'api', String(caller.userId));
    const suits = route.suits?.(Object(request.query)) ?? true;
    const found = suits ? await read(http.platform, caller, makeOutFor(request)).catch(orInScope) : undefined;
    if (found === undefined)
      return inScope(http.platform, { ...caller, search: isSearch(request.query), ...exemptions }, (scope) =>
        serve(scope, endpoint, admitted(caller, policy), request, (input) => route.handle(scope, input)),
      );
    if (!(found instanceof JsonText)) return outgoing(endpoint.reply, found, nameOf(endpoint));
    check(found);
    return reply.type('application/json; charset=utf-8').send(found.text);
  });
}

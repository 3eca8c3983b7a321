import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import type { Policy } from '@prosa/contracts/permissions';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sql } from '../database/database.ts';
import { AnyRow, rowsOf } from '../database/rows.ts';
import { inScope, type Scope } from '../database/scope.ts';
import { refuse } from '../errors.ts';
import { addToContext } from '../work-context.ts';
import { billingClaimsOf } from './call-gate.ts';
import {
  type Admitted,
  admitted,
  answerCall,
  asReceived,
  authenticate,
  type Call,
  type Http,
  inputOf,
  limit,
  type Reply,
  register,
} from './http.ts';
import { parseJson } from './json-body.ts';
import type { rateLimits } from './limits.ts';
import { rawBodyOf } from './route.ts';
import type { Upload } from './uploads.ts';

/** Somebody who calls without a person's session and is known all the same, always as one of one company. */
export type KnownCaller<Who> = {
  companyId: number;
  /** Tells it from every other caller of the company: by it turns are taken, calls counted and keys kept. */
  name: string;
  who: Who;
};

/** One kind of such callers: what its routes are declared as, how it is known (or refused), and how often it may call. */
export type CallerKind<Who> = {
  policy: 'connection' | 'signed';
  identify: (http: Http, request: FastifyRequest) => Promise<KnownCaller<Who>>;
  limit?: keyof typeof rateLimits;
  /** It signs what it sends: it is identified by the bytes of its body, and all others before theirs is read. */
  rawBody?: boolean;
};

/** Serve one endpoint to one kind of callers: the work runs in a scope of their company, without a user. */
export function mountFor<E extends Endpoint, Who>(
  http: Http,
  endpoint: E,
  kind: CallerKind<Who>,
  handle: (scope: Scope, input: InputOf<E>, call: Call & { who: Who }) => Reply<E>,
): void {
  mountForPrepared(http, endpoint, kind, async () => undefined, handle);
}

/**
 * The same for one that has to talk to somebody else than the database. `prepare` works before the scope begins, on a body that nobody
 * has checked yet; it may run again for the same request, and answers rather than refuses.
 */
export function mountForPrepared<E extends Endpoint, Who, Prepared>(
  http: Http,
  endpoint: E,
  kind: CallerKind<Who>,
  prepare: (caller: KnownCaller<Who>, body: unknown) => Promise<Prepared>,
  handle: (scope: Scope, input: InputOf<E>, call: Call & { who: Who; prepared: Prepared }) => Reply<E>,
): void {
  const callers = new WeakMap<FastifyRequest, KnownCaller<Who>>();
  const identify = async (request: FastifyRequest) => {
    const caller = await kind.identify(http, request);
    if (kind.limit) await limit(http, kind.limit, `${caller.companyId} ${caller.name}`);
    callers.set(request, caller);
    return caller;
  };
  register(
    http,
    { endpoint, policy: kind.policy },
    async (request, reply) => {
      const caller = callers.get(request) ?? (await identify(request));
      const { companyId, name, who } = caller;
      addToContext({ companyId });
      if (kind.rawBody) request.body = parseJson(rawBodyOf(request).toString());
      return answerCall(
        http,
        endpoint,
        withoutUser(companyId, name),
        { request, reply },
        handle,
        async ({ body }: { body: unknown }, uploads: Upload[]) => ({ uploads, who, prepared: await prepare(caller, body) }),
      );
    },
    kind.rawBody ? { rawBody: true } : { identify },
  );
}

const withoutUser = (companyId: number, name: string, check: Admitted['check'] = () => undefined): Admitted => ({
  caller: { companyId, visitor: name },
  check,
  keyPrefix: `${name} `,
});

/**
 * Serve one endpoint of paying: to people with this permission, also while their company is overdue, and to the holder of a billing
 * token, for whom the scope has no user.
 */
export function mountBilling<E extends Endpoint>(
  http: Http,
  endpoint: E,
  policy: Exclude<Policy, 'public' | 'super'>,
  handle: (scope: Scope, input: InputOf<E>, call: Call) => Reply<E>,
): void {
  register(http, { endpoint, policy, openTo: 'billing' }, async (request, reply) =>
    answerCall(http, endpoint, await payerOf(http, request, policy), { request, reply }, handle, asReceived),
  );
}

type BillingSteps<E extends Endpoint, Found, Heard> = {
  /** In a scope of its own, which ends before `talk` begins. */
  read(scope: Scope, input: InputOf<E>): Promise<Found>;
  /** Outside every scope. It may run again for the same request, and answers rather than refuses. */
  talk(found: Found): Promise<Heard>;
  write(scope: Scope, input: InputOf<E>, heard: Heard): Reply<E>;
};

/**
 * The same for one that has to talk to somebody else than the database. What the contract does not name (a card, a price) is dropped
 * first of all: it is in no log, no row and no checksum of the request.
 */
export function mountBillingInSteps<E extends Endpoint, Found, Heard>(
  http: Http,
  endpoint: E,
  policy: Exclude<Policy, 'public' | 'super'>,
  { read, talk, write }: BillingSteps<E, Found, Heard>,
): void {
  register(http, { endpoint, policy, openTo: 'billing' }, async (request, reply) => {
    request.body = contractedFields(endpoint, request.body);
    const who = await payerOf(http, request, policy);
    return answerCall<E, { uploads: Upload[]; heard: Heard }>(
      http,
      endpoint,
      who,
      { request, reply },
      (scope, input, { heard }) => write(scope, input, heard),
      async (sent, uploads) => {
        const found = await inScope(http.platform, who.caller, async (scope) => {
          await who.check(scope);
          return read(scope, inputOf(endpoint, sent));
        });
        return { uploads, heard: await talk(found) };
      },
    );
  });
}

function contractedFields({ body: schema }: Endpoint, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return undefined;
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(schema.shape, name)));
}

/** The holder of a billing token, or a person with a session, overdue or not. */
async function payerOf(http: Http, request: FastifyRequest, policy: Policy): Promise<Admitted> {
  const billing = await billingClaimsOf(http.billing, request);
  if (billing) {
    const { companyId, userId } = billing;
    addToContext({ companyId, userId });
    await limit(http, 'billing', String(userId));
    return withoutUser(companyId, `billing:${userId}`, (scope) => refuseFormerAdmins(scope, userId));
  }
  const caller = await authenticate(http, request);
  await limit(http, 'api', String(caller.userId));
  return admitted({ ...caller, evenOverdue: true }, policy);
}

/** A billing token is good for an hour, unless who got it is no admin of the company any more. */
export async function refuseFormerAdmins({ tx }: Scope, userId: number): Promise<void> {
  const rows = await rowsOf(
    tx,
    AnyRow,
    sql`
      select from users
      where company_id = current_company() and id = ${userId} and profile = 'admin'`,
  );
  if (rows.length === 0) refuse('ERR_TOKEN_EXPIRED');
}

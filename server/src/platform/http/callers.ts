import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import type { Policy } from '@prosa/contracts/permissions';
import type { FastifyRequest } from 'fastify';
import { sql } from '../database/database.ts';
import { AnyRow, rowsOf } from '../database/rows.ts';
import type { Scope } from '../database/scope.ts';
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
  limit,
  type Reply,
  register,
} from './http.ts';
import type { rateLimits } from './limits.ts';
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
  /** It signs what it sends: the body is wanted as it came. */
  rawBody?: boolean;
};

/** Serve one endpoint to one kind of callers: the work runs in a scope of their company, without a user. */
export function mountFor<E extends Endpoint, Who>(
  http: Http,
  endpoint: E,
  kind: CallerKind<Who>,
  handle: (scope: Scope, input: InputOf<E>, call: Call & { who: Who }) => Reply<E>,
): void {
  register(
    http,
    { endpoint, policy: kind.policy },
    async (request, reply) => {
      const { companyId, name, who } = await kind.identify(http, request);
      addToContext({ companyId });
      if (kind.limit) await limit(http, kind.limit, `${companyId} ${name}`);
      const prepare = async (_sent: unknown, uploads: Upload[]) => ({ uploads, who });
      return answerCall(http, endpoint, withoutUser(companyId, name), { request, reply }, handle, prepare);
    },
    { rawBody: kind.rawBody ?? false },
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
  register(http, { endpoint, policy, openTo: 'billing' }, async (request, reply) => {
    const billing = await billingClaimsOf(http.billing, request);
    if (billing) {
      const { companyId, userId } = billing;
      addToContext({ companyId, userId });
      await limit(http, 'billing', String(userId));
      const who = withoutUser(companyId, `billing:${userId}`, (scope) => refuseFormerAdmins(scope, userId));
      return answerCall(http, endpoint, who, { request, reply }, handle, asReceived);
    }
    const caller = await authenticate(http, request);
    await limit(http, 'api', String(caller.userId));
    return answerCall(http, endpoint, admitted({ ...caller, evenOverdue: true }, policy), { request, reply }, handle, asReceived);
  });
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

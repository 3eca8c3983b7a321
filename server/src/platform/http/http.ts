import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import { type Policy, type RoutePolicy, satisfies } from '@prosa/contracts/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../boot/config.ts';
import { hashPasswordOf } from '../crypto-tokens.ts';
import { SuperUser } from '../database/on-company.ts';
import { type Caller, inScope, type Platform, type Scope } from '../database/scope.ts';
import { toStorable } from '../database/storable.ts';
import { Refusal, refuse } from '../errors.ts';
import { outgoing } from '../outgoing.ts';
import { addToContext } from '../work-context.ts';
import type { AccessClaims, AccessTokens } from './access-token.ts';
import type { BillingTokens } from './billing-token.ts';
import type { ByteBudget } from './byte-budget.ts';
import { billingClaimsOf, claimsOf } from './call-gate.ts';
import { type Answer, claimKey, isFinal, requestHash, storeAnswer, storeRefusal } from './idempotency.ts';
import { type Limiter, rateLimits } from './limits.ts';
import { oncePublicly } from './public-keys.ts';
import { readBody } from './read-body.ts';
import { addRoute, bodyLimitOf, type RouteOptions } from './route.ts';
import { discardUploads, receiveUploads, type Upload } from './uploads.ts';

export type Route = {
  endpoint: Endpoint;
  policy: RoutePolicy;
  /** Open to the holder of a billing token as well, and to its own people while the company is overdue. */
  openTo?: 'billing';
  /** The largest body in bytes. */
  bodyLimit?: number;
};

/** What routes are mounted on. `routes` is the table that the documents and the isolation tests are made from. */
export type Http = {
  app: FastifyInstance;
  platform: Platform;
  config: Config;
  tokens: AccessTokens;
  billing: BillingTokens;
  limiter: Limiter;
  unknownBytes: ByteBudget;
  routes: Route[];
  /** In bytes. Left out, it is the default of each route's policy (route.ts). */
  bodyLimit?: number;
};

/** What a handler gets besides its validated input. */
export type Call = { request: FastifyRequest; reply: FastifyReply; uploads: Upload[]; passwordHash?: string | undefined };
export type Reply<E extends Endpoint> = Promise<z.input<E['reply']>>;
/** Work on received files before the transaction that uses them begins: inside there is only the database. */
export type Prepare = (platform: Platform, body: unknown, uploads: Upload[]) => Promise<Upload[]>;

/** Serve one endpoint to people with a session: authenticate, authorise, validate, run in a scope, and let only contracted fields out. */
export function mount<E extends Endpoint>(
  http: Http,
  endpoint: E,
  policy: Exclude<Policy, 'public'>,
  handle: (scope: Scope, input: InputOf<E>, call: Call) => Reply<E>,
  prepare: Prepare = async (_platform, _body, uploads) => uploads,
): void {
  mountWith(http, endpoint, policy, handle, async (_caller, { body }, uploads) => ({
    uploads: await prepare(http.platform, body, uploads),
  }));
}

/** The same for an endpoint whose body may hold a new password: it is hashed through the fair queue before the transaction begins. */
export function mountHashing<E extends Endpoint>(
  http: Http,
  endpoint: E,
  policy: Exclude<Policy, 'public'>,
  handle: (scope: Scope, input: InputOf<E>, call: Call) => Reply<E>,
): void {
  mountWith(http, endpoint, policy, handle, async ({ companyId, userId }, { body }, uploads) => ({
    uploads,
    passwordHash: await hashPasswordOf(body, { group: `company:${companyId}`, member: String(userId) }),
  }));
}

/** `keepsPlans` is for frequent calls: their large statements are planned once. `evenFirstPassword` admits users who must change theirs. */
export type MountOptions = { keepsPlans?: boolean; evenFirstPassword?: (caller: AccessClaims, params: unknown) => boolean };

/** `prepare` works before the transaction begins; what it gives is handed on with the call. */
export function mountWith<E extends Endpoint, P extends Pick<Call, 'uploads'>>(
  http: Http,
  endpoint: E,
  policy: Exclude<Policy, 'public'>,
  handle: (scope: Scope, input: InputOf<E>, call: Call & P) => Reply<E>,
  prepare: (caller: AccessClaims, sent: RawInput, received: Upload[], request: FastifyRequest) => Promise<P>,
  { keepsPlans = false, evenFirstPassword = () => false }: MountOptions = {},
): void {
  register(http, { endpoint, policy }, async (request, reply) => {
    const claims = await authenticate(http, request);
    await limit(http, 'api', String(claims.userId));
    const caller = { ...claims, keepsPlans, evenFirstPassword: evenFirstPassword(claims, request.params) };
    return answerCall(http, endpoint, admitted(caller, policy), { request, reply }, handle, (sent, received) =>
      prepare(caller, sent, received, request),
    );
  });
}

/** Who was let in: how their scope is opened, what it is asked before anything else, and what their Idempotency-Keys begin with. */
export type Admitted = { caller: Caller; check: (scope: Scope) => void | Promise<void>; keyPrefix?: string };

export const admitted = (caller: Caller, policy: Policy): Admitted => ({
  caller,
  check: ({ actor }) => {
    if (!satisfies(actor, policy)) refuse('ERR_NO_PERMISSION');
  },
});

/** Receive files, then do the call's work in one scope, once for each Idempotency-Key. */
export async function answerCall<E extends Endpoint, P extends Pick<Call, 'uploads'>>(
  http: Http,
  endpoint: E,
  who: Admitted,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  handle: (scope: Scope, input: InputOf<E>, call: Call & P) => Reply<E>,
  prepare: (sent: RawInput, received: Upload[]) => Promise<P>,
): Promise<FastifyReply> {
  const answer = await withUploads(http, endpoint, who, request, async (body, received) => {
    const sent = { ...request, body: toStorable(body) };
    const prepared = await prepare(sent, received);
    // A repeated request is recognised by the checksums of its files.
    return runOnce(http, who, request, body, received, (scope) =>
      serve(scope, endpoint, who, sent, (input) => handle(scope, input, { request, reply, ...prepared })),
    );
  });
  return reply.code(answer.status).send(answer.body);
}

/** What is handed on where nothing is to be prepared. */
export const asReceived = async (_sent: unknown, uploads: Upload[]): Promise<Pick<Call, 'uploads'>> => ({ uploads });

export async function serve<E extends Endpoint>(
  scope: Scope,
  endpoint: E,
  { check }: Pick<Admitted, 'check'>,
  sent: RawInput,
  handle: (input: InputOf<E>) => Reply<E>,
): Promise<unknown> {
  await check(scope);
  return outgoing(endpoint.reply, await handle(inputOf(endpoint, sent)), nameOf(endpoint));
}

/**
 * Serve one endpoint of the platform's own people, whose work is in no company of theirs: their rights are read in a scope, and the
 * work is done when it is over; what touches a company goes through `onCompany`. An Idempotency-Key is honoured as on public calls.
 */
export function mountSuper<E extends Endpoint>(
  http: Http,
  endpoint: E,
  handle: (platform: Platform, input: InputOf<E>, who: SuperUser) => Reply<E>,
): void {
  register(http, { endpoint, policy: 'super' }, async (request, reply) => {
    const caller = await authenticate(http, request);
    await limit(http, 'api', String(caller.userId));
    const who = await SuperUser.of(http.platform, caller);
    const work = async () => outgoing(endpoint.reply, await handle(http.platform, inputOf(endpoint, request), who), nameOf(endpoint));
    const key = keyOf(request);
    if (key === undefined) return work();
    const answer = await oncePublicly(http.platform, request, key, work, `super:${who.userId}`);
    return reply.code(answer.status).send(answer.body);
  });
}

/**
 * Serve one endpoint to anybody. The handler opens the scopes it needs. An Idempotency-Key is honoured, unless the answer is a
 * credential: that is stored nowhere, and asking for it twice does no harm. `before` may refuse before a key is stored.
 */
export function mountPublic<E extends Endpoint>(
  http: Http,
  endpoint: E,
  handle: (input: InputOf<E>, call: Call) => Reply<E>,
  { answersCredentials = false, before }: { answersCredentials?: boolean; before?: (request: FastifyRequest) => Promise<void> } = {},
): void {
  register(http, { endpoint, policy: 'public' }, async (request, reply) => {
    await before?.(request);
    const work = async () =>
      outgoing(endpoint.reply, await handle(inputOf(endpoint, request), { request, reply, uploads: [] }), nameOf(endpoint));
    const key = answersCredentials ? undefined : keyOf(request);
    if (key === undefined) return work();
    const answer = await oncePublicly(http.platform, request, key, work);
    return reply.code(answer.status).send(answer.body);
  });
}

export const nameOf = ({ method, path }: Endpoint) => `the reply of ${method} ${path}`;

/** A body is read only after `identify` has passed: here the signature of a token, without the database. */
export function register(
  http: Http,
  route: Route,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  options: RouteOptions = route.policy === 'public' ? {} : { identify: (request) => identifyBearer(http, route, request) },
): void {
  http.routes.push({ ...route, bodyLimit: bodyLimitOf(http, route) });
  addRoute(http, route, handler, options);
}

const identifyBearer = async (http: Http, { openTo }: Route, request: FastifyRequest) =>
  (openTo && (await billingClaimsOf(http.billing, request))) ?? authenticate(http, request);

/** The claims of the bearer token: absent is "log in", present but stale is "refresh". */
export async function authenticate(http: Pick<Http, 'tokens'>, request: FastifyRequest): Promise<AccessClaims> {
  const header = request.headers.authorization;
  if (!header) refuse('ERR_SESSION_EXPIRED');
  const claims = (await claimsOf(http.tokens, request)) ?? refuse('ERR_TOKEN_EXPIRED');
  addToContext({ companyId: claims.companyId, userId: claims.userId });
  return claims;
}

export async function limit(http: Pick<Http, 'limiter'>, name: keyof typeof rateLimits, key: string): Promise<void> {
  const { ok, retryAfterSeconds } = await http.limiter.take(name, key, rateLimits[name]);
  if (!ok) refuse('ERR_TOO_MANY_REQUESTS', { retryAfter: retryAfterSeconds });
}

type RawInput = { params: unknown; query: unknown; body: unknown };

export function inputOf<E extends Endpoint>(endpoint: E, { params, query, body }: RawInput): InputOf<E> {
  return {
    params: endpoint.params?.parse(toStorable(params)),
    query: endpoint.query?.parse(withoutBlanks(toStorable(query))),
    body: endpoint.body && readBody(endpoint.body, toStorable(body ?? {})),
  } as InputOf<E>;
}

/** Empty query parameters count as absent. */
const withoutBlanks = (query: unknown) => Object.fromEntries(Object.entries(Object(query)).filter(([, value]) => value !== ''));

/** Text searches are the slowest calls and have their own queue. */
export const isSearch = (query: unknown) => ['searchParam', 'name'].some((key) => String(Object(query)[key] ?? '').trim() !== '');

/** The key of a POST, if it has one. */
export function keyOf({ method, headers }: FastifyRequest): string | undefined {
  const key = method === 'POST' ? headers['idempotency-key'] : undefined;
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > 255) refuse('ERR_VALIDATION');
  return key;
}

/** Run the request once per Idempotency-Key; later copies get the first answer. */
async function runOnce(
  http: Http,
  { caller, keyPrefix = '' }: Admitted,
  request: FastifyRequest,
  body: unknown,
  uploads: Upload[],
  work: (scope: Scope) => Promise<unknown>,
): Promise<Answer> {
  const given = keyOf(request);
  if (given === undefined) return { status: 200, body: await inScope(http.platform, { ...caller, search: isSearch(request.query) }, work) };
  const key = keyPrefix + given;
  // A keyed hash: a body may hold a password, which a plain one would let somebody with a copy of the database guess.
  const sums = uploads.map(({ sha256 }) => sha256);
  const hash = http.platform.secrets.hash(requestHash(request.method, request.url, body, sums));
  try {
    return await inScope(http.platform, caller, async (scope) => {
      const first = await claimKey(scope, key, hash);
      if (first) return first;
      const answer = { status: 200, body: await work(scope) };
      await storeAnswer(scope, key, answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Refusal && isFinal(error)) await storeRefusal(http.platform, caller, key, hash, error);
    throw error;
  }
}

/** A multipart body is received only from who may make the call, before the transaction that uses it begins. */
async function withUploads(
  http: Http,
  endpoint: Endpoint,
  { caller, check }: Admitted,
  request: FastifyRequest,
  work: (body: unknown, uploads: Upload[]) => Promise<Answer>,
): Promise<Answer> {
  if (!endpoint.files || !request.isMultipart()) return work(request.body, []);
  await inScope(http.platform, caller, async (scope) => check(scope));
  const { fields, uploads } = await receiveUploads(http.platform, request, caller.companyId, endpoint.files);
  try {
    return await work(fields, uploads);
  } catch (error) {
    await discardUploads(http.platform, uploads);
    throw error;
  }
}

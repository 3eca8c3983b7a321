import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import type { AccessClaims, AccessTokens } from './access-token.ts';
import type { BillingClaims, BillingTokens } from './billing-token.ts';

/** Limits of concurrent requests per node. */
export type ConcurrencyLimits = { person: number; company: number; stranger: number };
const maxConcurrentRequests: ConcurrencyLimits = { person: 600, company: 1_500, stranger: 1_500 };

const verified = new WeakMap<FastifyRequest, Promise<AccessClaims | undefined>>();
const billing = new WeakMap<FastifyRequest, Promise<BillingClaims | undefined>>();

export const bearerOf = ({ headers }: FastifyRequest) => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** The claims of a request's bearer token if it is valid; verified once per request. */
export function claimsOf(tokens: AccessTokens, request: FastifyRequest): Promise<AccessClaims | undefined> {
  const known = verified.get(request);
  if (known) return known;
  const token = bearerOf(request);
  const claims = token === undefined ? Promise.resolve(undefined) : tokens.verify(token);
  verified.set(request, claims);
  return claims;
}

/** The same for a billing token. */
export function billingClaimsOf(tokens: BillingTokens, request: FastifyRequest): Promise<BillingClaims | undefined> {
  const known = billing.get(request);
  if (known) return known;
  const token = bearerOf(request);
  const claims = token === undefined ? Promise.resolve(undefined) : tokens.verify(token);
  billing.set(request, claims);
  return claims;
}

/** Refuses callers with too many concurrent requests, before reading the body or taking a database connection. */
export function openCallGate(
  app: FastifyInstance,
  tokens: AccessTokens,
  most = maxConcurrentRequests,
  billingTokens?: BillingTokens,
): void {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  const add = (keys: string[], count: number) => {
    for (const key of keys) {
      if (countOf(key) + count > 0) counts.set(key, countOf(key) + count);
      else counts.delete(key);
    }
  };
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    // Health checks are always answered.
    if (/^\/(health|metrics)\b/.test(request.url)) return;
    const claims = (await claimsOf(tokens, request)) ?? (billingTokens && (await billingClaimsOf(billingTokens, request)));
    const allowed: Array<[key: string, limit: number]> = claims
      ? [
          [`person:${claims.userId}`, most.person],
          [`company:${claims.companyId}`, most.company],
        ]
      : [[`stranger:${request.ip}`, most.stranger], ...ofToken(bearerOf(request), most.person)];
    if (allowed.some(([key, limit]) => countOf(key) >= limit)) throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfter: 1 });
    const keys = allowed.map(([key]) => key);
    add(keys, 1);
    reply.raw.once('close', () => add(keys, -1));
  });
}

/** Whose another token is only the database knows: such callers count by the token, and by the address they share with strangers. */
const ofToken = (token: string | undefined, most: number): Array<[key: string, limit: number]> =>
  token === undefined ? [] : [[`token:${createHash('sha256').update(token).digest('base64url')}`, most]];

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { forgetting } from '../database/forgetting.ts';
import { rowsFrom } from '../database/rows.ts';
import { acrossCompanies, type Platform } from '../database/scope.ts';
import { Refusal, refuse } from '../errors.ts';
import { type Answer, isFinal, keptHours, requestHash } from './idempotency.ts';
import { addressOf } from './request-context.ts';
import { sourceOf } from './trusted-proxy.ts';

/** So long the first of several equal requests has for its work, before another takes it up: its process may have died. */
const claimSeconds = 30;
const lookInterval = 100;
const maxLooks = 150;
const context = 'public_idempotency_keys.body';

const ClaimRow = z.object({ requestHash: z.string(), isMine: z.boolean(), status: z.int().nullable(), body: z.string().nullable() });
type Claim = z.output<typeof ClaimRow>;

/**
 * Idempotency-Keys of callers who belong to no company. Their work opens its transactions itself, so the key is claimed before it and
 * the answer stored after it. A process that dies in between leaves the claim to the next copy, which finds what the first one made by
 * its uniqueness. Keys of different addresses (or of whoever else stands in their place) are different keys; what was sent is known by a
 * keyed hash, since it may hold a password.
 */
export async function oncePublicly(
  platform: Platform,
  request: FastifyRequest,
  key: string,
  work: () => Promise<unknown>,
  address = sourceOf(addressOf(request)),
): Promise<Answer> {
  const id = platform.secrets.hash(`idempotency ${address} ${key}`);
  const hash = platform.secrets.hash(requestHash(request.method, request.url, request.body));
  for (let look = 0; look < maxLooks; look++, await sleep(lookInterval)) {
    const claim = await claimOf(platform, address, id, hash);
    if (claim.requestHash !== hash) refuse('ERR_CONFLICT');
    if (claim.isMine) return answerFirst(platform, id, work);
    if (claim.status !== null && claim.body !== null)
      return { status: claim.status, body: JSON.parse(platform.secrets.open(claim.body, context)) };
  }
  refuse('ERR_UNAVAILABLE', { retryAfter: 1 });
}

async function answerFirst(platform: Platform, id: string, work: () => Promise<unknown>): Promise<Answer> {
  try {
    const answer = { status: 200, body: await work() };
    await keepAnswer(platform, id, answer);
    return answer;
  } catch (error) {
    const isAnswer = error instanceof Refusal && isFinal(error);
    if (isAnswer) await keepAnswer(platform, id, { status: error.status, body: { error: error.code, ...error.extra } });
    else await query(platform, 'delete from public_idempotency_keys where id = $1', [id]);
    throw error;
  }
}

/** The row is the caller's who made it, or who found it without an answer when its time was over. */
async function claimOf(platform: Platform, stranger: string, id: string, hash: string): Promise<Claim> {
  return acrossCompanies({ ...platform, stranger }, async (_tx, ask) => {
    const [mine] = await rowsFrom(
      ask,
      ClaimRow,
      `
        insert into public_idempotency_keys as held (id, request_hash, claimed_until)
        values ($1, $2, now() + make_interval(secs => $3))
        on conflict (id) do update set claimed_until = excluded.claimed_until
        where held.status is null and held.request_hash = excluded.request_hash and held.claimed_until < now()
        returning request_hash as "requestHash", true as "isMine", status, body`,
      [id, hash, claimSeconds],
    );
    if (mine) return mine;
    const [held] = await rowsFrom(
      ask,
      ClaimRow,
      `
        select request_hash as "requestHash", false as "isMine", status, body
        from public_idempotency_keys
        where id = $1`,
      [id],
    );
    // Given up this very moment: the next look finds it free.
    return held ?? { requestHash: hash, isMine: false, status: null, body: null };
  });
}

const keepAnswer = ({ secrets, ...platform }: Platform, id: string, { status, body }: Answer) =>
  query(platform, 'update public_idempotency_keys set status = $2, body = $3 where id = $1', [
    id,
    status,
    secrets.seal(JSON.stringify(body ?? null), context),
  ]);

const query = (platform: Pick<Platform, 'databases'>, text: string, values: unknown[]) =>
  acrossCompanies(platform, async (_tx, ask) => void (await ask(text, values)));

export const forgetPublicKeys = forgetting(
  'delete from public_idempotency_keys',
  'created_at',
  `created_at < now() - make_interval(hours => ${keptHours})`,
);

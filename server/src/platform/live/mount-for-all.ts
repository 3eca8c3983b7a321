import type { Endpoint, InputOf } from '@prosa/contracts/kit';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '../database/database.ts';
import { SuperUser } from '../database/on-company.ts';
import { rowsFrom } from '../database/rows.ts';
import { acrossCompanies, type Platform } from '../database/scope.ts';
import { Refusal, refuse } from '../errors.ts';
import type { AccessClaims } from '../http/access-token.ts';
import { authenticate, type Http, inputOf, keyOf, limit, nameOf, type Reply, register } from '../http/http.ts';
import { type Answer, isFinal, requestHash } from '../http/idempotency.ts';
import { discardUploads, receiveUploads, type Upload } from '../http/uploads.ts';
import { outgoing } from '../outgoing.ts';
import { type EmitEverywhere, type Query, tellEveryCompany } from './every-company.ts';

/** One transaction of the platform's own; what it emits is told in every company. `actor` is who asked for it. */
export type ForAll = { tx: Transaction; emit: EmitEverywhere; now: Date; actor: SuperUser };

type Work<E extends Endpoint, P> = {
  /** Outside every transaction: with the storage, or in a scope of the caller's own company. */
  prepare?(platform: Platform, caller: AccessClaims, uploads: Upload[]): Promise<P>;
  write(work: ForAll, input: InputOf<E>, prepared: P | undefined): Reply<E>;
};

/**
 * Serve one endpoint by which super users change what every company sees. The change, its events in all companies and the answer to
 * its Idempotency-Key are one transaction.
 */
export function mountForAll<E extends Endpoint, P = undefined>(http: Http, endpoint: E, { prepare, write }: Work<E, P>): void {
  const { platform } = http;
  register(http, { endpoint, policy: 'super' }, async (request, reply) => {
    const caller = await authenticate(http, request);
    await limit(http, 'api', String(caller.userId));
    const actor = await SuperUser.of(platform, caller);
    const { fields, uploads } = await receive(platform, endpoint, request, caller.companyId);
    try {
      const input = inputOf(endpoint, { ...request, body: fields });
      const prepared = await prepare?.(platform, caller, uploads);
      const call = callOf(platform, request, caller, fields, uploads);
      const answer = await once(platform, call, actor, async (work) =>
        outgoing(endpoint.reply, await write(work, input, prepared), nameOf(endpoint)),
      );
      return reply.code(answer.status).send(answer.body);
    } catch (error) {
      // Where a row names a file already, the row is swept away like any other that nothing holds.
      await discardUploads(platform, uploads);
      throw error;
    }
  });
}

async function receive(platform: Platform, { files }: Endpoint, request: FastifyRequest, companyId: number) {
  if (!files || !request.isMultipart()) return { fields: request.body, uploads: [] };
  return receiveUploads(platform, request, companyId, files);
}

type KeyedCall = { id: string; hash: string };

/** How a call with an Idempotency-Key is known again. Keys of different people are different keys. */
function callOf(
  { secrets }: Platform,
  request: FastifyRequest,
  { userId }: AccessClaims,
  body: unknown,
  uploads: Upload[],
): KeyedCall | undefined {
  const key = keyOf(request);
  if (key === undefined) return undefined;
  const sums = uploads.map(({ sha256 }) => sha256);
  return {
    id: secrets.hash(`idempotency super ${userId} ${key}`),
    hash: secrets.hash(requestHash(request.method, request.url, body, sums)),
  };
}

const context = 'public_idempotency_keys.body';
const KeyRow = z.object({ requestHash: z.string(), status: z.int().nullable(), body: z.string().nullable() });

/** The work, once for each key; a copy that comes meanwhile waits for the first one's commit. */
async function once(
  platform: Platform,
  call: KeyedCall | undefined,
  actor: SuperUser,
  work: (work: ForAll) => Promise<unknown>,
): Promise<Answer> {
  const now = platform.clock();
  try {
    return await tellEveryCompany(platform, async (tx, emit, query) => {
      const first = call && (await claim(platform, query, call));
      if (first) return first;
      const answer = { status: 200, body: await work({ tx, emit, now, actor }) };
      if (call) await keep(platform, query, call, answer);
      return answer;
    });
  } catch (error) {
    if (call && error instanceof Refusal && isFinal(error)) await keepRefusal(platform, call, error);
    throw error;
  }
}

async function claim({ secrets }: Platform, query: Query, { id, hash }: KeyedCall): Promise<Answer | undefined> {
  const claimed = await rowsFrom(
    query,
    KeyRow,
    `
      insert into public_idempotency_keys (id, request_hash, claimed_until)
      values ($1, $2, now())
      on conflict (id) do nothing
      returning request_hash as "requestHash", status, body`,
    [id, hash],
  );
  if (claimed.length > 0) return undefined;
  const [first] = await rowsFrom(
    query,
    KeyRow,
    'select request_hash as "requestHash", status, body from public_idempotency_keys where id = $1',
    [id],
  );
  if (!first || first.requestHash !== hash || first.body === null) refuse('ERR_CONFLICT');
  return { status: first.status ?? 200, body: JSON.parse(secrets.open(first.body, context)) };
}

async function keep({ secrets }: Platform, query: Query, { id }: KeyedCall, { status, body }: Answer): Promise<void> {
  await query('update public_idempotency_keys set status = $2, body = $3 where id = $1', [
    id,
    status,
    secrets.seal(JSON.stringify(body ?? null), context),
  ]);
}

/** A refusal is an answer too, kept apart from the work that it undid. */
async function keepRefusal(platform: Platform, { id, hash }: KeyedCall, { status, code, extra }: Refusal): Promise<void> {
  const body = platform.secrets.seal(JSON.stringify({ error: code, ...extra }), context);
  await acrossCompanies(platform, async (_tx, query) => {
    await query(
      `
        insert into public_idempotency_keys (id, request_hash, claimed_until, status, body)
        values ($1, $2, now(), $3, $4)
        on conflict (id) do nothing`,
      [id, hash, status, body],
    );
  });
}

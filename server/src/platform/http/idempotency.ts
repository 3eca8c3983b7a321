import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sql } from '../database/database.ts';
import { forgetting } from '../database/forgetting.ts';
import { AnyRow, rowsOf } from '../database/rows.ts';
import { type Caller, inScope, type Platform, type Scope } from '../database/scope.ts';
import { type Refusal, refuse } from '../errors.ts';

const FirstRow = z.object({ request_hash: z.string(), status: z.int().nullable(), body: z.unknown() });

export type Answer = { status: number; body: unknown };

/** 401, 429 and 5xx are not stored as the answer of a key: a retry is executed again. */
export const isFinal = ({ status }: Refusal) => status < 500 && status !== 401 && status !== 429;

export function requestHash(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Whose key it is: a user's; 0 is no user and stands for callers without one, whose keys begin with their name. */
const ownerOf = ({ actor }: Scope) => actor.userId ?? 0;

/**
 * Claim a key for this request, in its transaction. The first claimer goes on; a later one waits for it and gets its answer.
 * The same key with another request is a mistake of the caller.
 */
export async function claimKey(scope: Scope, key: string, hash: string): Promise<Answer | undefined> {
  const claimed = await rowsOf(
    scope.tx,
    AnyRow,
    sql`
    insert into idempotency_keys (user_id, key, request_hash) values (${ownerOf(scope)}, ${key}, ${hash})
    on conflict do nothing returning key`,
  );
  if (claimed.length > 0) return undefined;
  const rows = await rowsOf(
    scope.tx,
    FirstRow,
    sql`
    select request_hash, status, body
    from idempotency_keys
    where user_id = ${ownerOf(scope)} and key = ${key}`,
  );
  const first = rows[0];
  if (!first || first.request_hash !== hash) refuse('ERR_CONFLICT');
  return { status: first.status ?? 200, body: openBody(scope, first.body) };
}

/** Stored answers are sealed, since they may contain secrets such as a connection's token. */
const bodyContext = ({ companyId }: Scope) => `idempotency.body:${companyId}`;
const sealBody = (scope: Scope, body: unknown) =>
  JSON.stringify(scope.platform.secrets.seal(JSON.stringify(body ?? null), bodyContext(scope)));
const openBody = (scope: Scope, kept: unknown): unknown =>
  typeof kept === 'string' ? JSON.parse(scope.platform.secrets.open(kept, bodyContext(scope))) : kept;

export async function storeAnswer(scope: Scope, key: string, { status, body }: Answer): Promise<void> {
  await scope.tx.execute(sql`
    update idempotency_keys
    set status = ${status}, body = ${sealBody(scope, body)}::jsonb
    where user_id = ${ownerOf(scope)} and key = ${key}`);
}

/** Stores a refusal as the first answer, in a new transaction, since its own was rolled back. */
export async function storeRefusal(platform: Platform, caller: Caller, key: string, hash: string, refusal: Refusal): Promise<void> {
  await inScope(platform, caller, async (scope) => {
    const body = sealBody(scope, { error: refusal.code, ...refusal.extra });
    await scope.tx.execute(sql`
      insert into idempotency_keys (user_id, key, request_hash, status, body)
      values (${ownerOf(scope)}, ${key}, ${hash}, ${refusal.status}, ${body}::jsonb) on conflict do nothing`);
  });
}

export const keptHours = 48;

export const forgetKeys = forgetting(
  'delete from idempotency_keys',
  'created_at',
  `created_at < now() - make_interval(hours => ${keptHours})`,
);

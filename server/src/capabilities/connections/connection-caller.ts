import { z } from 'zod';
import { isSameText } from '../../platform/crypto-tokens.ts';
import { rowsFrom } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { bearerOf } from '../../platform/http/call-gate.ts';
import type { CallerKind } from '../../platform/http/callers.ts';
import { type Http, limit } from '../../platform/http/http.ts';
import { rateLimits } from '../../platform/http/limits.ts';
import { addressOf } from '../../platform/http/request-context.ts';
import { sourceOf } from '../../platform/http/trusted-proxy.ts';
import { connectionIdOf } from './connection-token.ts';

const FoundRow = z.object({
  companyId: z.int(),
  connectionId: z.int(),
  tokenHash: z.string(),
  isOverdue: z.boolean(),
  dueDate: z.string().nullable(),
});
type Found = z.output<typeof FoundRow>;

/** Programs of a company that call with the token of one of its connections. */
export const connectionCaller: CallerKind<{ connectionId: number }> = {
  policy: 'connection',
  limit: 'externalApi',
  identify: async (http, request) => {
    const token = bearerOf(request) ?? refuse('ERR_INVALID_TOKEN');
    const address = sourceOf(addressOf(request));
    await refuseGuessers(http, address);
    const found = await findByToken(http.platform, address, token);
    if (!found) {
      await limit(http, 'failedToken', address);
      refuse('ERR_INVALID_TOKEN');
    }
    const { companyId, connectionId, isOverdue, dueDate } = found;
    if (isOverdue) refuse('ERR_SUBSCRIPTION_EXPIRED', { dueDate });
    return { companyId, name: `connection:${connectionId}`, who: { connectionId } };
  },
};

/** Wrong tokens count against where they come from; who has a right one is not counted. */
async function refuseGuessers({ limiter }: Http, address: string): Promise<void> {
  const { ok, retryAfterSeconds } = await limiter.peek('failedToken', address, rateLimits.failedToken);
  if (!ok) refuse('ERR_TOO_MANY_REQUESTS', { retryAfter: retryAfterSeconds });
}

/**
 * Finds the connection by the id in the token. A token chosen by a person carries none and is found by its hash. Two companies may
 * have chosen the same one: it is then refused for both, because nothing tells which of them is meant.
 */
async function findByToken(platform: Platform, stranger: string, token: string): Promise<Found | undefined> {
  const hash = platform.secrets.hash(token);
  const id = connectionIdOf(token);
  const found = await acrossCompanies({ ...platform, stranger }, (_tx, query) =>
    rowsFrom(query, FoundRow, `${selectCaller} ${id === undefined ? 'w.token_hash = $1' : 'w.id = $1'} limit 2`, [
      id ?? hash,
      platform.clock(),
    ]),
  );
  const [connection] = found.filter(({ tokenHash }) => isSameText(tokenHash, hash));
  return found.length === 1 ? connection : undefined;
}

/** Days are days in the company's time zone. */
const selectCaller = `
  select w.company_id as "companyId", w.id as "connectionId", w.token_hash as "tokenHash", c.due_date as "dueDate",
    not c.is_platform
      and (
        not c.status
        or coalesce(
          c.due_date < (
            $2::timestamptz at time zone coalesce(
              (select value from settings s where s.company_id = c.id and s.key = 'timezone'),
              'America/Sao_Paulo'))::date,
          false)) as "isOverdue"
  from connections w
  join companies c on c.id = w.company_id
  where w.removed_at is null and`;

import { z } from 'zod';
import { rowsFrom } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';
import type { ConnectionRef } from '../port.ts';
import { readAccount, type StoredAccount } from './account.ts';

/** By what a call from outside is known to be Meta's. */
export type KnownAccount = { connection: ConnectionRef; account: Omit<StoredAccount, 'accessToken'> };
type Kept = { companyId: number; until: number; found: KnownAccount | undefined };

const keptMilliseconds = 10_000;
const maxKept = 10_000;

/**
 * Accounts by their connections, kept for some seconds or until the company changes a connection: anybody may call without being known,
 * and however many do, the database is hardly asked. What is asked waits among what strangers ask for, each address in its own line.
 */
export function openAccounts(platform: Platform) {
  const companyOf = openCompanies(platform);
  const kept = new Map<number, Kept>();
  const reading = new Map<string, Promise<KnownAccount | undefined>>();
  let changes = 0;
  const forget = (isMeant: (companyId: number) => boolean) => {
    changes += 1;
    for (const [connectionId, { companyId }] of kept) if (isMeant(companyId)) kept.delete(connectionId);
  };
  platform.wake.on(
    'connections',
    (changed) => forget((companyId) => companyId === changed),
    () => forget(() => true),
  );

  async function read(connection: ConnectionRef, stranger: string): Promise<KnownAccount | undefined> {
    const before = changes;
    const stored = await readAccount(platform, connection, stranger);
    const found = stored && { connection, account: withoutToken(stored) };
    if (kept.size >= maxKept) kept.clear();
    const { companyId, connectionId } = connection;
    // What was changed meanwhile is read again by who comes next.
    if (before === changes) kept.set(connectionId, { companyId, until: performance.now() + keptMilliseconds, found });
    return found;
  }

  return async (connectionId: number, stranger: string): Promise<KnownAccount | undefined> => {
    const companyId = await companyOf(connectionId, stranger);
    if (companyId === undefined) return undefined;
    const known = kept.get(connectionId);
    if (known && performance.now() < known.until) return known.found;
    const key = `${connectionId} ${stranger}`;
    const asked = reading.get(key) ?? read({ companyId, connectionId }, stranger).finally(() => reading.delete(key));
    reading.set(key, asked);
    return asked;
  };
}

const withoutToken = ({ accessToken: _token, ...account }: StoredAccount): KnownAccount['account'] => account;

const FoundRow = z.object({ companyId: z.int() });

/** Whose connection it is. That never changes, so it is asked once; whether it is still there is asked in its company. */
function openCompanies(platform: Platform) {
  const known = new Map<number, number>();
  return async (connectionId: number, stranger: string): Promise<number | undefined> => {
    const before = known.get(connectionId);
    if (before !== undefined) return before;
    const [found] = await acrossCompanies({ ...platform, stranger }, (_tx, query) =>
      rowsFrom(query, FoundRow, `select company_id as "companyId" from connections where id = $1 and removed_at is null`, [connectionId]),
    );
    if (found === undefined) return undefined;
    if (known.size >= maxKept) known.clear();
    known.set(connectionId, found.companyId);
    return found.companyId;
  };
}

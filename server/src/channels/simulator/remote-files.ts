import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import type { ConnectionRef, FetchedFile } from '../port.ts';
import { openNetwork } from './network.ts';
import { awayness, consumeFault } from './outgoing.ts';

const KeyRow = z.object({ key: z.string() });

/** A file that stayed on the simulated network when its message went. */
export async function fetchRemote(platform: Platform, connection: ConnectionRef, ref: string): Promise<FetchedFile> {
  const found = await inScope(platform, { companyId: connection.companyId }, (scope) => findRemote(scope, connection.connectionId, ref));
  if (typeof found === 'string') return { outcome: found };
  try {
    const { stream } = await platform.storage.read(found.key);
    return { outcome: 'fetched', stream };
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'gone' };
    throw error;
  }
}

async function findRemote(scope: Scope, connectionId: number, ref: string): Promise<{ key: string } | 'later' | 'gone'> {
  if (awayness(await openNetwork(scope, connectionId)) || (await consumeFault(scope, connectionId, 'mediaFail'))) return 'later';
  const [row] = await rowsOf(
    scope.tx,
    KeyRow,
    sql`
      select md.key
      from simulator_messages s
      join media md on md.company_id = s.company_id and md.id = s.media_id
      where s.company_id = current_company()
        and s.connection_id = ${connectionId}
        and s.media_id = ${Number(ref)}::bigint
        and not s.is_deleted
      limit 1`,
  );
  return row ?? 'gone';
}

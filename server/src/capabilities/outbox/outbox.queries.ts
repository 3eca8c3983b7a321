import { z } from 'zod';
import { rowsFrom } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';

const ConnectionRow = z.object({ connection_id: z.int() });

/** Which of these connections have messages waiting. */
export async function connectionsWaiting(platform: Platform, connectionIds: number[]): Promise<number[]> {
  return acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(query, ConnectionRow, 'select distinct connection_id from outbox where connection_id = any($1)', [
      connectionIds,
    ]);
    return rows.map(({ connection_id }) => connection_id);
  });
}

import { z } from 'zod';
import { rowsFrom } from '../../platform/database/rows.ts';
import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';

const ConnectionRow = z.object({ connection_id: z.int() });

/**
 * Which of these connections have messages waiting, something that was read to tell of, a file to fetch now, or
 * somebody who asks for a pairing code.
 */
export async function connectionsWaiting(platform: Platform, connectionIds: number[]): Promise<number[]> {
  return acrossCompanies(platform, async (_tx, query) => {
    const rows = await rowsFrom(
      query,
      ConnectionRow,
      `
        select connection_id
        from outbox
        where connection_id = any($1)
        union
        select connection_id
        from read_marks
        where connection_id = any($1)
        union
        select connection_id
        from file_fetches
        where connection_id = any($1) and next_at <= clock_timestamp()
        union
        select connection_id
        from pairing_requests
        where connection_id = any($1) and answered_at is null`,
      [connectionIds],
    );
    return rows.map(({ connection_id }) => connection_id);
  });
}

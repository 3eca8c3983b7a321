import { acrossCompanies, type Platform } from '../../platform/database/scope.ts';

/** Which of these connections have messages waiting. */
export async function connectionsWaiting(platform: Platform, connectionIds: number[]): Promise<number[]> {
  return acrossCompanies(platform, async (_tx, query) => {
    const { rows } = await query<{ connection_id: number }>('select distinct connection_id from outbox where connection_id = any($1)', [
      connectionIds,
    ]);
    return rows.map(({ connection_id }) => connection_id);
  });
}

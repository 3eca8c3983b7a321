import { z } from 'zod';
import type { Provider, Reachable } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { withTimeout } from '../../platform/with-timeout.ts';

const DefaultRow = z.object({ id: z.int(), provider: z.string() });
type DefaultConnection = z.output<typeof DefaultRow>;

/** A form that is being saved waits no longer for a channel's answer. */
const patience = 5_000;

export async function findDefaultConnection(scope: Scope): Promise<DefaultConnection | undefined> {
  const rows = await rowsOf(
    scope.tx,
    DefaultRow,
    sql`select id, provider from connections where company_id = current_company() and is_default`,
  );
  return rows[0];
}

/** Whether the channel knows a number. Asked outside every scope; a channel that fails or is slow can not tell. */
export async function askWhetherReachable(
  providers: Record<string, Provider>,
  companyId: number,
  connection: DefaultConnection | undefined,
  number: string,
): Promise<Reachable> {
  const provider = connection && providers[connection.provider];
  if (!provider) return 'unknown';
  return withTimeout(provider.isReachable({ companyId, connectionId: connection.id }, number), patience, 'it took too long').catch(
    () => 'unknown',
  );
}

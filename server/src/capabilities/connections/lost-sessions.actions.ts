import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { AnyRow, rowsFrom, rowsOf } from '../../platform/database/rows.ts';
import { acrossCompanies, inScope, type Platform } from '../../platform/database/scope.ts';
import { emitSession, MovedRow, movedColumns } from './connection-session.actions.ts';
import { releaseLeases } from './leases.ts';

const CompanyRow = z.object({ companyId: z.int() });

/** The lease of the session that reported this status has ended. A holder that only missed renewals may still come back. */
const isLost = `
  c.wanted
  and c.status in ('CONNECTED', 'qrcode', 'PAIRING')
  and not exists (
    select from connection_leases l
    where l.connection_id = c.id and l.expires_at > clock_timestamp() and (c.session_epoch is null or l.epoch = c.session_epoch))`;

/** Sets connections whose session ended with its node to OPENING, and emits it. The next holder reports from there. */
export async function resetLostSessions(platform: Platform): Promise<void> {
  const companies = await acrossCompanies(platform, (_tx, query) =>
    rowsFrom(query, CompanyRow, `select distinct c.company_id as "companyId" from connections c where ${isLost} order by 1`),
  );
  for (const { companyId } of companies) await resetLostOf(platform, companyId);
}

async function resetLostOf(platform: Platform, companyId: number): Promise<void> {
  await inScope(platform, { companyId }, async (scope) => {
    const lost = sql`c.company_id = current_company() and ${sql.raw(isLost)}`;
    // A report in progress is waited for, and seen by the update.
    await rowsOf(scope.tx, AnyRow, sql`select from connections c where ${lost} order by c.id for no key update`);
    const moved = await rowsOf(
      scope.tx,
      MovedRow,
      sql`
      update connections c
      set status = 'OPENING', qrcode = '', retries = 0, updated_at = ${scope.now.toISOString()},
        down_since = case when c.status = 'CONNECTED' then ${scope.now.toISOString()}::timestamptz else c.down_since end
      where ${lost}
      returning ${movedColumns}, c.down_since`,
    );
    for (const session of moved) emitSession(scope, session);
  });
}

/** At boot, before anybody is served: connections of the process that had this data folder before are free at once. */
export async function releasePreviousNode(platform: Platform, previous: string | undefined): Promise<void> {
  if (previous !== undefined) await releaseLeases(platform, previous);
  await resetLostSessions(platform);
}

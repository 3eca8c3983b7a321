import { z } from 'zod';
import { sql } from '../database/database.ts';
import { rowsOf } from '../database/rows.ts';
import { inScope, type Platform } from '../database/scope.ts';

const QuotaRow = z.object({ bytesLeft: z.number() });

/**
 * How many more bytes a company may store by its plan. The platform's own company has no limit. Files that arrive at the same time
 * are not counted yet: a company may exceed its limit by what it uploads at one moment.
 */
export async function storageLeft(platform: Platform, companyId: number): Promise<number> {
  const [row] = await inScope(platform, { companyId, visitor: 'storage' }, ({ tx }) =>
    rowsOf(
      tx,
      QuotaRow,
      sql`
        select p.storage * 1073741824.0::float8 - coalesce((
          select sum(u.bytes)
          from company_usage u
          where u.company_id = current_company()), 0)::float8 as "bytesLeft"
        from companies c
        join plans p on p.id = c.plan_id
        where c.id = current_company() and not c.is_platform`,
    ),
  );
  return row?.bytesLeft ?? Number.POSITIVE_INFINITY;
}

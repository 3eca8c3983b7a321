import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';

const NoticeRow = z.object({ acceptedAt: z.string(), acceptedBy: z.string() });

/** Whether, when and by whom it was accepted that WhatsApp by QR code is unofficial. */
export async function findNotice({ tx }: Scope) {
  const [notice] = await rowsOf(
    tx,
    NoticeRow,
    sql`
      select iso(accepted_at) as "acceptedAt", accepted_by as "acceptedBy"
      from channel_notices
      where company_id = current_company()`,
  );
  return notice ?? { acceptedAt: null, acceptedBy: null };
}

/** Once per company: the first who accepts it has. */
export async function acceptNotice(scope: Scope) {
  const { userId, name } = scope.actor;
  await scope.tx.execute(sql`
    insert into channel_notices (accepted_at, user_id, accepted_by)
    values (${scope.now.toISOString()}, ${userId ?? null}, ${name})
    on conflict do nothing`);
  return findNotice(scope);
}

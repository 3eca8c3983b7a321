import { type Feature, featuresOf, providers } from '@prosa/contracts/channels';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';

const StoredRow = z.object({
  body: z.string(),
  isTemplate: z.boolean(),
  /** By the server's clock. */
  minutesOld: z.number(),
  provider: z.enum(providers),
  isRemoved: z.boolean(),
});

/** A message that somebody here is about to change, locked; refused where its channel can not do that. */
export async function lockForChange(scope: Scope, messageId: number, feature: Feature) {
  const [row] = await rowsOf(
    scope.tx,
    StoredRow,
    sql`
    select m.body,
      coalesce(m.data ? 'template', false) as "isTemplate",
      (extract(epoch from ${scope.now.toISOString()}::timestamptz - m.created_at) / 60)::float8 as "minutesOld",
      c.provider,
      c.removed_at is not null as "isRemoved"
    from messages m
    join connections c on c.company_id = m.company_id and c.id = m.connection_id
    where m.company_id = current_company() and m.id = ${messageId}
    for no key update of m`,
  );
  if (!row) return refuse('ERR_NO_MESSAGE_FOUND');
  if (row.isRemoved) refuse('ERR_NO_WAPP_FOUND');
  if (!featuresOf[row.provider].includes(feature)) refuse('ERR_WAPP_UNSUPPORTED');
  return row;
}

import { type Feature, featuresOf, providers } from '@prosa/contracts/channels';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { AnyRow, rowsOf } from '../../platform/database/rows.ts';
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

/**
 * A message that somebody here is about to change, locked; refused where its channel can not do that. Its connection is not removed
 * meanwhile.
 */
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
    for no key update of m
    for key share of c`,
  );
  if (!row) return refuse('ERR_NO_MESSAGE_FOUND');
  if (row.isRemoved) refuse('ERR_NO_WAPP_FOUND');
  if (!featuresOf[row.provider].includes(feature)) refuse('ERR_WAPP_UNSUPPORTED');
  return row;
}

/**
 * Refused where the connection of a message was removed: nobody would hand over what is queued there, nor say that it failed. Who removes
 * it waits until this has ended. What is known not to be at the customer's, or deleted already, needs none if `unlessGone`.
 */
export async function assertConnectionStands({ tx }: Scope, messageId: number, { unlessGone = false } = {}): Promise<void> {
  const rows = await rowsOf(
    tx,
    AnyRow,
    sql`
    select
    from messages m
    join connections c on c.company_id = m.company_id and c.id = m.connection_id
    where m.company_id = current_company()
      and m.id = ${messageId}
      and (c.removed_at is null or (${unlessGone} and (m.ack = -1 or m.is_deleted)))
    for key share of c`,
  );
  if (rows.length === 0) refuse('ERR_NO_WAPP_FOUND');
}

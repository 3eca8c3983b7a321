import { z } from 'zod';
import { sql } from '../../platform/database.ts';
import type { Scope } from '../../platform/scope.ts';

export const mediaJob = { name: 'media.work', data: z.object({ mediaId: z.int() }) };

/** Files that came with messages are looked at once the messages are committed; what was looked at before is left alone. */
export async function queueMediaWork(scope: Scope, mediaIds: number[]): Promise<void> {
  if (mediaIds.length === 0) return;
  await scope.tx.execute(sql`
    select enqueue_job(${mediaJob.name}, json_build_object('mediaId', md.id), ${scope.now.toISOString()}, concat_ws(':', current_company(), ${mediaJob.name}::text, md.id))
    from media md where md.company_id = current_company() and md.id = any(${sql.param(mediaIds)}::bigint[]) and md.state = 'waiting'`);
}

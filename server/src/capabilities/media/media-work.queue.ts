import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { jobsTopic } from '../../platform/jobs/jobs.ts';

const data = z.object({ mediaId: z.int() });
export const mediaJob = { name: 'media.work', data };
/** Sounds and films: a long one takes minutes. */
export const heavyMediaJob = { name: 'media.transcode', data };

/** Queues processing of message files after the commit; files processed before are skipped. */
export async function queueMediaWork(scope: Scope, mediaIds: number[]): Promise<void> {
  if (mediaIds.length === 0) return;
  await scope.tx.execute(sql`
    select enqueue_job(
      case when md.kind in ('audio', 'video') then ${heavyMediaJob.name}::text else ${mediaJob.name} end,
      json_build_object('mediaId', md.id),
      ${scope.now.toISOString()},
      concat_ws(':', current_company(), ${mediaJob.name}::text, md.id))
    from media md
    where md.company_id = current_company() and md.id = any(${sql.param(mediaIds)}::bigint[]) and md.state = 'waiting'`);
  scope.wake(jobsTopic);
}

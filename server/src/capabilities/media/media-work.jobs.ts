import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform } from '../../platform/database/scope.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { mediaLimits } from '../../platform/storage/sniff.ts';
import { newMediaKey } from '../../platform/storage/storage.ts';
import { announceUpdates } from '../messages/message-arrival.actions.ts';
import { Told, toldColumns, toldJoins } from '../messages/messages.queries.ts';
import { type Looked, lookAt, StoredMedia } from './media-work.actions.ts';
import { heavyMediaJob, mediaJob } from './media-work.queue.ts';

/** After a file came with a message: measure it, make its renditions, and tell who sees the message. Twice is once. */
export const workOnMedia = [
  defineJob(mediaJob.name, mediaJob.data, workOn),
  defineJob(heavyMediaJob.name, heavyMediaJob.data, workOn, 'heavy'),
];

async function workOn(platform: Platform, companyId: number, { mediaId }: { mediaId: number }): Promise<void> {
  const media = await inScope(platform, { companyId }, async ({ tx }) => {
    const rows = await rowsOf(
      tx,
      StoredMedia,
      sql`
      select key, mimetype, kind, size, playable_key is not null as "hasPlayable" from media where company_id = current_company() and id = ${mediaId} and state = 'waiting'`,
    );
    return rows[0];
  });
  if (!media || !(await platform.storage.stat(media.key))) return;
  const looked = await lookAt(platform, media);
  const renditions = {
    thumbnail: await store(platform, companyId, looked.thumbnail),
    playable: await store(platform, companyId, looked.playable),
  };
  crashPoint('file.rendered');
  const kept = await record(platform, companyId, mediaId, looked, renditions);
  if (kept) return;
  for (const rendition of Object.values(renditions)) if (rendition) await platform.storage.remove(rendition.key);
}

type Rendition = { key: string; size: number };

/** Under a new name each time; a name that no row comes to know is swept away. */
async function store(platform: Platform, companyId: number, bytes: Buffer | null): Promise<Rendition | null> {
  if (!bytes || bytes.length === 0) return null;
  const key = newMediaKey(companyId);
  const { size } = await platform.storage.put(key, bytes, { limitBytes: mediaLimits.audio });
  return { key, size };
}

async function record(
  platform: Platform,
  companyId: number,
  mediaId: number,
  { width, height, seconds, waveform }: Looked,
  { thumbnail, playable }: { thumbnail: Rendition | null; playable: Rendition | null },
): Promise<boolean> {
  return inScope(platform, { companyId }, async (scope) => {
    const { rowCount } = await scope.tx.execute(sql`
      update media set state = 'ready', width = ${width}, height = ${height}, seconds = ${seconds}, waveform = ${sql.param(waveform)}::smallint[],
        thumbnail_key = ${thumbnail?.key ?? null}, thumbnail_size = ${thumbnail?.size ?? null},
        playable_key = coalesce(playable_key, ${playable?.key ?? null}), playable_size = coalesce(playable_size, ${playable?.size ?? null})
      where company_id = current_company() and id = ${mediaId} and state = 'waiting'`);
    if (rowCount === 0) return false;
    const rows = await rowsOf(
      scope.tx,
      Told,
      sql`
      select ${toldColumns} from messages m ${toldJoins} where m.company_id = current_company() and m.media_id = ${mediaId} order by m.id desc limit 100`,
    );
    announceUpdates(scope, rows);
    return true;
  });
}

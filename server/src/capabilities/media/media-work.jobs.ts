import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import { mediaLimits } from '../../platform/storage/sniff.ts';
import { newMediaKey } from '../../platform/storage/storage.ts';
import { inspectMedia, type MediaProperties, StoredMedia } from './media-work.actions.ts';
import { heavyMediaJob, mediaJob } from './media-work.queue.ts';

/** Tells who sees a file of it, which this capability does not know. */
type AnnounceFile = (scope: Scope, mediaId: number) => Promise<void>;

/** After a file came with a message: measure it, make its renditions, and tell who sees the message. Safe to run twice. */
export function workOnMedia(announce: AnnounceFile): Job[] {
  const work = (platform: Platform, companyId: number, { mediaId }: { mediaId: number }) => workOn(platform, companyId, mediaId, announce);
  return [defineJob(mediaJob.name, mediaJob.data, work), defineJob(heavyMediaJob.name, heavyMediaJob.data, work, 'heavy')];
}

async function workOn(platform: Platform, companyId: number, mediaId: number, announce: AnnounceFile): Promise<void> {
  const media = await inScope(platform, { companyId }, async ({ tx }) => {
    const rows = await rowsOf(
      tx,
      StoredMedia,
      sql`
      select key, mimetype, kind, size, playable_key is not null as "hasPlayable"
      from media
      where company_id = current_company() and id = ${mediaId} and state = 'waiting'`,
    );
    return rows[0];
  });
  if (!media || !(await platform.storage.stat(media.key))) return;
  const looked = await inspectMedia(platform, media);
  const renditions = {
    thumbnail: await store(platform, companyId, looked.thumbnail),
    playable: await store(platform, companyId, looked.playable),
  };
  crashPoint('file.rendered');
  const kept = await inScope(platform, { companyId }, async (scope) => {
    if (!(await record(scope, mediaId, looked, renditions))) return false;
    await announce(scope, mediaId);
    return true;
  });
  if (kept) return;
  for (const rendition of Object.values(renditions)) if (rendition) await platform.storage.remove(rendition.key);
}

type Rendition = { key: string; size: number };

/** Stored under a new key each time; unreferenced keys are deleted by the sweep. */
async function store(platform: Platform, companyId: number, bytes: Buffer | null): Promise<Rendition | null> {
  if (!bytes || bytes.length === 0) return null;
  const key = newMediaKey(companyId);
  const { size } = await platform.storage.put(key, bytes, { limitBytes: mediaLimits.audio });
  return { key, size };
}

async function record(
  { tx }: Scope,
  mediaId: number,
  { width, height, seconds, waveform }: MediaProperties,
  { thumbnail, playable }: { thumbnail: Rendition | null; playable: Rendition | null },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update media
    set state = 'ready', width = ${width}, height = ${height}, seconds = ${seconds},
      waveform = ${sql.param(waveform)}::smallint[],
      thumbnail_key = ${thumbnail?.key ?? null},
      thumbnail_size = ${thumbnail?.size ?? null},
      playable_key = coalesce(playable_key, ${playable?.key ?? null}),
      playable_size = coalesce(playable_size, ${playable?.size ?? null})
    where company_id = current_company() and id = ${mediaId} and state = 'waiting'`);
  return rowCount !== 0;
}

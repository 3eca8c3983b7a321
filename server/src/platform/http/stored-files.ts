import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../database/database.ts';
import { rowsOf } from '../database/rows.ts';
import type { Scope } from '../database/scope.ts';
import type { Upload } from './uploads.ts';

export const Media = z.object({
  id: z.int(),
  key: z.string(),
  mimetype: z.string(),
  kind: z.enum(['image', 'audio', 'video', 'application']),
  size: z.int(),
  fileName: z.string(),
});
export type Media = z.output<typeof Media>;

/** Inserts rows for uploaded files, in the transaction that uses them. */
export async function insertMedia(scope: Scope, uploads: Upload[]): Promise<Media[]> {
  const given = uploads.map((upload, place) => ({ ...upload, place }));
  const rows = await rowsOf(
    scope.tx,
    Media,
    sql`
    insert into media (key, mimetype, kind, size, sha256, file_name, playable_key, playable_size)
    select key, mimetype, kind, size, sha256, "fileName", "playableKey", "playableSize"
    from json_to_recordset(${JSON.stringify(given)}) as g(place int, key text, mimetype text, kind text, size bigint,
      sha256 text, "fileName" text, "playableKey" text, "playableSize" bigint)
    order by place
    returning id, key, mimetype, kind, size, file_name as "fileName"`,
  );
  return rows;
}

/**
 * For a file whose holder is written in a transaction of its own, after this one: noted as left from the beginning, it is swept away as
 * soon as nothing holds it, whether it never came to that or was let go.
 */
export async function insertUnheldMedia(scope: Scope, upload: Upload): Promise<Media> {
  const [media] = await insertMedia(scope, [upload]);
  if (!media) throw new Error('no file was noted');
  await noteUnheld(scope, sql`id = ${media.id}`);
  return media;
}

/** From now on, as far as their holder knows: what nothing holds for a day is swept away. */
export async function noteUnheld(scope: Scope, which: SQL): Promise<void> {
  await scope.tx.execute(sql`
    update media
    set orphaned_at = ${scope.now.toISOString()}
    where company_id = current_company() and ${which}`);
}

export async function findMediaByKey(scope: Scope, key: string): Promise<Media | undefined> {
  const rows = await rowsOf(
    scope.tx,
    Media,
    sql`
      select id, key, mimetype, kind, size, file_name as "fileName"
      from media
      where company_id = current_company() and key = ${key}`,
  );
  return rows[0];
}

export const thumbnailType = 'image/webp';
export const playableType = 'audio/mpeg';

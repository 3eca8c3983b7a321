import type { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { Media, playableType, thumbnailType } from '../../platform/http/stored-files.ts';

/** What a stored key opens: a file of the company, or one of its renditions. */
const FileRow = Media.omit({ kind: true });
export type StoredFile = z.output<typeof FileRow>;

/** A file or a rendition of one, unless all that was said with it has been deleted for everyone. */
export async function findStoredFile(scope: Scope, key: string): Promise<StoredFile | undefined> {
  const rows = await rowsOf(
    scope.tx,
    FileRow,
    sql`
    with asked as (
      select id, key, mimetype, size, file_name from media where company_id = current_company() and key = ${key}
      union all select id, thumbnail_key, ${thumbnailType}, thumbnail_size, 'thumbnail.webp' from media where company_id = current_company() and thumbnail_key = ${key}
      union all select id, playable_key, ${playableType}, playable_size, regexp_replace(file_name, '\\.\\w+$', '') || '.mp3' from media where company_id = current_company() and playable_key = ${key})
    select a.id, a.key, a.mimetype, a.size, a.file_name as "fileName" from asked a
    where not exists (select from messages m where m.company_id = current_company() and m.media_id = a.id and m.is_deleted)
      or exists (select from messages m where m.company_id = current_company() and m.media_id = a.id and not m.is_deleted)`,
  );
  return rows[0];
}

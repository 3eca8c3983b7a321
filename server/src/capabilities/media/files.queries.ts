import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import type { FileOwner } from '../../platform/database/file-owners.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Actor, Scope } from '../../platform/database/scope.ts';
import { Media, playableType, thumbnailType } from '../../platform/http/stored-files.ts';

/** The file behind a storage key: an original or one of its renditions. */
const StoredFile = Media.omit({ kind: true });
export type StoredFile = z.output<typeof StoredFile>;
const FoundRow = StoredFile.extend({ shownBy: z.array(z.string()), isHeld: z.boolean() });
type Found = z.output<typeof FoundRow>;

/** A file or a rendition of one, with the kinds of owners that show it; nothing where all that hold it have hidden it. */
export async function findStoredFile(
  scope: Scope,
  owners: FileOwner[],
  key: string,
  asker: Pick<Actor, 'super'> = scope.actor,
): Promise<Found | undefined> {
  const mediaId = sql`a.id`;
  const shows = owners.map(({ kind, holds, shows: shown = holds }) => sql`case when ${shown(mediaId, asker)} then ${kind}::text end`);
  const [found] = await rowsOf(
    scope.tx,
    FoundRow,
    sql`
    with asked as (
      select id, key, mimetype, size, file_name
      from media
      where company_id = current_company() and key = ${key}
      union all
      select id, thumbnail_key, ${thumbnailType}, thumbnail_size, 'thumbnail.webp'
      from media
      where company_id = current_company() and thumbnail_key = ${key}
      union all
      select id, playable_key, ${playableType}, playable_size, regexp_replace(file_name, '\\.\\w+$', '') || '.mp3'
      from media
      where company_id = current_company() and playable_key = ${key})
    select a.id, a.key, a.mimetype, a.size, a.file_name as "fileName",
      array_remove(array[${sql.join([...shows, sql`null::text`], sql`, `)}], null) as "shownBy",
      ${heldBy(owners, mediaId)} as "isHeld"
    from asked a`,
  );
  return found && (found.shownBy.length > 0 || !found.isHeld) ? found : undefined;
}

/** Whether anything at all holds a file. */
export const heldBy = (owners: FileOwner[], mediaId: ReturnType<typeof sql>) =>
  sql`(${sql.join([...owners.map(({ holds }) => holds(mediaId)), sql`false`], sql` or `)})`;

/** A file opens to whom one of its owners opens; what nobody holds is for admins alone. */
export async function mayOpenFile(scope: Scope, owners: FileOwner[], { id, shownBy }: Found): Promise<boolean> {
  for (const { kind, mayOpen } of owners) if (shownBy.includes(kind) && (await mayOpen(scope, id))) return true;
  return shownBy.length === 0 && scope.actor.profile === 'admin';
}

import { sql } from './database.ts';
import type { Scope } from './scope.ts';
import type { MediaKind } from './sniff.ts';
import type { Upload } from './uploads.ts';

export type Media = { id: number; key: string; mimetype: string; kind: MediaKind; size: number; fileName: string };

/** A stored file becomes the company's, in the transaction that uses it. */
export async function keepMedia(scope: Scope, { key, mimetype, kind, size, sha256, fileName }: Upload): Promise<Media> {
  const { rows } = await scope.tx.execute<{ id: number }>(sql`
    insert into media (key, mimetype, kind, size, sha256, file_name) values (${key}, ${mimetype}, ${kind}, ${size}, ${sha256}, ${fileName}) returning id`);
  const [row] = rows;
  if (!row) throw new Error('no file was kept');
  return { id: row.id, key, mimetype, kind, size, fileName };
}

export async function findMediaByKey(scope: Scope, key: string): Promise<Media | undefined> {
  const { rows } = await scope.tx.execute<Media>(
    sql`select id, key, mimetype, kind, size, file_name as "fileName" from media where company_id = current_company() and key = ${key}`,
  );
  return rows[0];
}

import type { Storage } from './storage.ts';
import { openFolderStorage } from './storage-folder.ts';
import type { S3Settings } from './storage-s3.ts';

/** A bucket when one is configured, else a folder; the bucket's library is loaded only when it is needed. */
export async function openStorage(options: { folder: string; s3?: S3Settings | undefined }): Promise<Storage> {
  if (options.s3 === undefined) return openFolderStorage({ folder: options.folder });
  const { openS3Storage } = await import('./storage-s3.ts');
  return openS3Storage(options.s3);
}

import { refuseInScope } from '../scope-nesting.ts';
import type { Storage } from './storage.ts';
import { openFolderStorage } from './storage-folder.ts';
import type { S3Settings } from './storage-s3.ts';

/** A bucket when one is configured, else a folder; the bucket's library is loaded only when it is needed. */
export async function openStorage(options: { folder: string; s3?: S3Settings | undefined }): Promise<Storage> {
  if (options.s3 === undefined) return outsideScopes(await openFolderStorage({ folder: options.folder }));
  const { openS3Storage } = await import('./storage-s3.ts');
  return outsideScopes(await openS3Storage(options.s3));
}

/** As a test sees it, a use inside a transaction is a fault: see `refuseInScope`. */
function outsideScopes(storage: Storage): Storage {
  const outside = <Args extends unknown[], T>(use: (...args: Args) => T) => {
    return (...args: Args): T => {
      refuseInScope('the storage');
      return use(...args);
    };
  };
  return {
    put: outside(storage.put),
    read: outside(storage.read),
    stat: outside(storage.stat),
    remove: outside(storage.remove),
    list: outside(storage.list),
    sweep: outside(storage.sweep),
  };
}

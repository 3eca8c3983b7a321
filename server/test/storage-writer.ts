import { newMediaKey } from '../src/platform/storage/storage.ts';
import { openFolderStorage } from '../src/platform/storage/storage-folder.ts';

/** Puts one file after the other until it is killed. */
const [folder = '', size = '0'] = process.argv.slice(2);
const storage = await openFolderStorage({ folder });
for (;;) {
  await storage.put(newMediaKey(1), Buffer.alloc(Number(size), 1), { limitBytes: Number(size) });
  process.send?.('put');
}

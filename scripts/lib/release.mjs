import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

export const releaseFile = 'release.json';

/** Whether this folder was unpacked from the archive of `npm run package`: everything is built, and there are no sources. */
export const isRelease = existsSync(join(root, releaseFile));

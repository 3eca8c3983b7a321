// `node scripts/import-order.mjs [folder ...]`: fails where an import runs against the order that a folder's `order.json` states.
import { resolve } from 'node:path';
import { checkImportOrder } from './lib/import-order.mjs';

const given = process.argv.slice(2);
const wrong = checkImportOrder((given.length > 0 ? given : ['server/src', 'web/src']).map((folder) => resolve(folder)));
for (const line of wrong) console.error(line);
process.exitCode = wrong.length > 0 ? 1 : 0;

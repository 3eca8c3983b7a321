// `node scripts/line-length.mjs`: fails where a line is longer than 140 characters. The formatter breaks code and leaves comments and
// texts as they are.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/run.mjs';

const longest = 140;
const elsewhere = ['node_modules', 'dist', 'data', 'fixtures'];

function sources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('.') || elsewhere.includes(entry.name) ? [] : sources(name);
    return /\.(tsx?|mjs|css)$/.test(entry.name) ? [name] : [];
  });
}

for (const name of sources('.')) {
  const lines = readFileSync(join(root, name), 'utf8').split('\n');
  for (const [place, { length }] of lines.entries())
    if (length > longest) {
      console.error(`${name}:${place + 1} has ${length} characters`);
      process.exitCode = 1;
    }
}

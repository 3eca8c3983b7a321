// Part of `npm run check`: where packages come from, and which of them may run code when they are installed.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findLockfileFaults } from './lib/lockfile.mjs';
import { root } from './lib/run.mjs';

const [file = join(root, 'package-lock.json')] = process.argv.slice(2);
const faults = findLockfileFaults(JSON.parse(await readFile(file, 'utf8')));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

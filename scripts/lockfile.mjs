// Part of `npm run check`: where packages come from, and which of them may run code when they are installed.
import { readFile } from 'node:fs/promises';
import { findLockfileFaults } from './lib/lockfile.mjs';
import { root } from './lib/run.mjs';

const lockfile = JSON.parse(await readFile(`${root}/package-lock.json`, 'utf8'));
const faults = findLockfileFaults(lockfile);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

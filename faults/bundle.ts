import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const root = beside('..');
const bundle = beside('../server/dist/main.js');

export type Command = { program: string; args: string[] };
let made: Promise<Command> | undefined;

/** How to start the real server: as it is built for production, or from its sources where it can not be built. */
export function serverCommand(): Promise<Command> {
  made ??= make();
  return made;
}

async function make(): Promise<Command> {
  const built = await promisify(execFile)(process.execPath, [beside('../scripts/build.mjs')], { cwd: root }).then(
    () => access(bundle).then(() => true),
    () => false,
  );
  if (built) return { program: process.execPath, args: ['--enable-source-maps', bundle] };
  return { program: process.execPath, args: ['--import', 'tsx', beside('../server/src/main.ts')] };
}

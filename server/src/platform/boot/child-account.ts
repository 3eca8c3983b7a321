import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { Logger } from '../log.ts';
import { createAccount, lookUp } from './accounts.ts';

/** Options for `spawn`. */
export type ChildAccount = { uid: number; gid: number };

const run = promisify(execFile);
const ownName = 'prosa-media';

let account: Promise<ChildAccount | undefined> | undefined;

/**
 * The account of processes that read files from strangers: an unprivileged one when the server runs as root, otherwise its own
 * (undefined).
 */
export function childAccount(): Promise<ChildAccount | undefined> {
  account ??= choose(undefined);
  return account;
}

/** Chooses it anew, so that it is not the account of the embedded database, and says in the log what running as root means. */
export async function prepareChildAccount(log: Pick<Logger, 'warn'>, databaseUid?: number): Promise<void> {
  if (process.getuid?.() !== 0) return;
  log.warn('the server runs as root: run it as an ordinary user');
  if (account === undefined || databaseUid !== undefined) account = choose(databaseUid);
  if ((await account) === undefined) log.warn('no unprivileged account was found: files from strangers are read as root');
}

async function choose(databaseUid: number | undefined): Promise<ChildAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const find of [() => createAccount(ownName), () => lookUp('nobody'), () => lookUp('daemon')]) {
    const found = await find();
    if (found !== undefined && found.uid !== databaseUid && (await works(found))) return { uid: found.uid, gid: found.gid };
  }
  return undefined;
}

/** Whether a process can be started under it, and reaches the folder for temporary files. */
const works = ({ uid, gid }: ChildAccount): Promise<boolean> =>
  run('sh', ['-c', 'test -x "$0"', tmpdir()], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  );

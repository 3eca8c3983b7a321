import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An account of the operating system. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** Options for `spawn`; undefined when it is the account of this process. */
  readonly spawnAs: { readonly uid: number; readonly gid: number } | undefined;
}

export function otherAccount(name: string, uid: number, gid: number): Account {
  return { name, uid, gid, spawnAs: { uid, gid } };
}

export async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const uid = Number((await run('id', ['-u', name])).stdout);
    const gid = Number((await run('id', ['-g', name])).stdout);
    return uid > 0 ? otherAccount(name, uid, gid) : undefined;
  } catch {
    return undefined;
  }
}

/** A system account with this name, made if there is none. */
export async function createAccount(name: string): Promise<Account | undefined> {
  const existing = await lookUp(name);
  if (existing !== undefined) return existing;
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  await run('useradd', [...options, name]).catch(() => undefined);
  return await lookUp(name);
}

import { access, chmod, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { lockDataDir } from './data-dir-lock.ts';
import { errorCode, errorMessage, StartupError } from './startup-error.ts';

/** The folder that holds everything an installation keeps, owned by this process until `close`. */
export interface DataDir {
  /** Absolute, with symbolic links resolved. */
  readonly path: string;
  /** Gives the folder up; another process may then open it. */
  close(): Promise<void>;
}

/** Makes the folder if it is missing and takes it for this process alone. Throws StartupError. */
export async function openDataDir(path: string): Promise<DataDir> {
  const wanted = resolve(path);
  if (/[\r\n]/.test(wanted)) throw new StartupError('DATA_DIR must not contain a line break');
  try {
    const real = await makeFolder(wanted);
    const lock = await lockDataDir(real);
    return { path: real, close: () => lock.release() };
  } catch (error) {
    throw toStartupError(wanted, error);
  }
}

async function makeFolder(path: string): Promise<string> {
  // Parents made on the way follow the umask as usual; the folder itself is private whatever the umask says.
  if ((await makeWithParents(path)) === 'made') await chmod(path, 0o700);
  const real = await realpath(path);
  if (!(await stat(real)).isDirectory()) throw new StartupError(`DATA_DIR ${path} is not a folder`);
  await access(real, constants.R_OK | constants.W_OK | constants.X_OK);
  return real;
}

/** Not mkdir's own `recursive`, which tries for ever where a parent can not be made (/proc). */
async function makeWithParents(path: string): Promise<'made' | 'found'> {
  try {
    await mkdir(path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'found';
    const parent = dirname(path);
    if (errorCode(error) !== 'ENOENT' || (await isFolder(parent))) throw error;
    await makeWithParents(parent);
    await mkdir(path);
  }
  return 'made';
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Converts a file system error into a message that says what to do. */
export function toStartupError(path: string, error: unknown): Error {
  if (error instanceof StartupError) return error;
  const options = { cause: error };
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartupError(`DATA_DIR ${path}: the disk is full; free some space and start again`, options);
    case 'EROFS':
      return new StartupError(`DATA_DIR ${path} is on a read-only file system`, options);
    case 'EACCES':
    case 'EPERM':
      return new StartupError(`DATA_DIR ${path} is not writable by the user that runs Prosa`, options);
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartupError(`DATA_DIR ${path} is not a folder`, options);
    default:
      return new StartupError(`DATA_DIR ${path} can not be used: ${errorMessage(error)}`, options);
  }
}

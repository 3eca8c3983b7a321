import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from './startup-error.ts';

const run = promisify(execFile);

/**
 * When a process started, in a form that only serves for comparison, or undefined when no such process lives.
 * A process id alone can not tell a holder from a stranger that was given the same number later.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command name sits in parentheses and may itself hold spaces and parentheses: count from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    // A zombie holds nothing any more; in a container without a reaper it stays for ever.
    return state === 'Z' || state === 'X' ? undefined : fields[19];
  } catch (error) {
    if (process.platform === 'linux' && errorCode(error) !== 'EACCES') return undefined;
  }
  try {
    const { stdout } = await run('ps', ['-o', 'state=,lstart=', '-p', String(pid)]);
    const line = stdout.trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}

export async function isAlive(pid: number): Promise<boolean> {
  return (await processStart(pid)) !== undefined;
}

/** Sends a signal; false when the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

export async function waitForExit(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (await isAlive(pid)) {
    if (Date.now() >= deadline) return false;
    await sleep(20);
  }
  return true;
}

/** How to know the processes of one database cluster: by the folder they work in or by a word in their command line. */
export interface ProcessMark {
  /** Real path. Not every system or container lets us see where a process works, hence the word. */
  readonly folder: string;
  readonly word: string;
}

export async function hasMark(pid: number, mark: ProcessMark): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) === mark.folder) return true;
  return (await commandLine(pid)).includes(mark.word);
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

async function allProcesses(): Promise<number[]> {
  const names =
    process.platform === 'linux'
      ? await readdir('/proc').catch((): string[] => [])
      : (await run('ps', ['-axo', 'pid=']).catch(() => ({ stdout: '' }))).stdout.split(/\s+/);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** Ends every process with the mark: asks with SIGQUIT, insists with SIGKILL. Answers how many there were. */
export async function killMarked(mark: ProcessMark): Promise<number> {
  const pids: number[] = [];
  for (const pid of await allProcesses()) {
    if (pid !== process.pid && (await hasMark(pid, mark))) pids.push(pid);
  }
  for (const pid of pids) signal(pid, 'SIGQUIT');
  for (const pid of pids) {
    if (await waitForExit(pid, 2000)) continue;
    signal(pid, 'SIGKILL');
    await waitForExit(pid, 5000);
  }
  return pids.length;
}

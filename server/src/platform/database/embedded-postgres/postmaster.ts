import { spawn } from 'node:child_process';
import { readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../boot/accounts.ts';
import { hasMark, isAlive, killMarked, type ProcessMark, signal, waitForExit } from '../../boot/processes.ts';
import { StartupError } from '../../boot/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { clusterFolder, nameFor } from './cluster.ts';
import { checkServer, createDatabase } from './connection.ts';
import { logFile, logSince, logSize, openLog, saysDiskFull } from './log-file.ts';
import { readPassword, setPassword } from './password.ts';
import { SOCKET_FILE, SOCKET_PORT } from './socket-dir.ts';

/** Everything needed to run the server of one data folder. */
export interface Site {
  readonly dataDir: string;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly socketDir: string;
  /** The superuser's password. */
  readonly password: string;
  readonly log: (line: string) => void;
}

/** A running server; `gone` resolves when its main process has ended, for whatever reason. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDir: string;
  readonly gone: Promise<void>;
}

const START_TIMEOUT_MS = 15 * 60_000;
const ADOPT_TIMEOUT_MS = 5000;
const ADOPTED_POLL_MS = 250;

export async function markOf(dataDir: string): Promise<ProcessMark> {
  const folder = clusterFolder(dataDir);
  const { dev, ino } = await stat(folder);
  // The folder's own number rather than its path: still right after the folder has been moved.
  return { folder, word: `prosa-${dev.toString(36)}-${ino.toString(36)}` };
}

/** Takes over a server that a killed parent left, if it is ours and well; stops it if it is ours and not well. */
export async function adopt(site: Site): Promise<Postmaster | undefined> {
  const mark = await markOf(site.dataDir);
  const found = await readPidFile(mark.folder);
  if (found === undefined || !(await hasMark(found.pid, mark))) return undefined;
  const { pid, socketDir } = found;
  const gone = pollUntilGone(pid);
  const answer = await waitForAnswer(site, socketDir, gone, ADOPT_TIMEOUT_MS, 'unless stopping');
  // A server of another version, or without a reachable socket, must be stopped.
  if (answer === site.binaries.version && socketDir === site.socketDir) {
    site.log(`PostgreSQL was still running (process ${pid}) and is taken over`);
    return { pid, socketDir, gone };
  }
  if (await isAlive(pid)) site.log(`PostgreSQL was still running (process ${pid}) but not as it should: stopping it`);
  await stopPostmaster(pid);
  return undefined;
}

/** The password of the database. A server of an earlier release may still run without one: it is stopped first. */
export async function ensurePassword(site: Omit<Site, 'password'>): Promise<string> {
  const mark = await markOf(site.dataDir);
  const known = await readPassword(mark.folder);
  if (known !== undefined) return known;
  const left = await readPidFile(mark.folder);
  if (left !== undefined && (await hasMark(left.pid, mark))) await stopPostmaster(left.pid);
  await removeLeftovers(site, mark);
  const name = await nameFor(mark.folder, site.account);
  const password = await setPassword({ folder: mark.folder, name, account: site.account, binaries: site.binaries });
  site.log('PostgreSQL has been given a password');
  return password;
}

/** Starts the server and waits until it takes connections, however long recovery needs. */
export async function launch(site: Site, giveUp: AbortSignal): Promise<Postmaster> {
  const mark = await markOf(site.dataDir);
  await removeLeftovers(site, mark);
  const logged = await logSize(site.dataDir);
  const child = await spawnServer(site, mark);
  const abort = () => signal(child.pid, 'SIGQUIT');
  giveUp.addEventListener('abort', abort, { once: true });
  try {
    if (giveUp.aborted) abort();
    const answer = await waitForAnswer(site, site.socketDir, child.gone, START_TIMEOUT_MS);
    if (answer === undefined || !(await isAlive(child.pid))) throw await explainedExit(site, logged);
    return { ...child, socketDir: site.socketDir };
  } catch (error) {
    await stopPostmaster(child.pid);
    throw error;
  } finally {
    giveUp.removeEventListener('abort', abort);
  }
}

/** Fast shutdown: open transactions are rolled back, everything is written. Then harder, which recovery makes good. */
export async function stopPostmaster(pid: number, patience = 30_000): Promise<void> {
  const hard = Math.min(5000, patience / 6);
  const steps = [
    ['SIGINT', patience - hard],
    ['SIGQUIT', hard],
    ['SIGKILL', 5000],
  ] as const;
  for (const [name, milliseconds] of steps) {
    if (!signal(pid, name) || (await waitForExit(pid, milliseconds))) return;
  }
}

/**
 * Called with the data folder locked and no main process of ours alive. Children of a killed one may linger and would
 * keep a new one out, and so would lock files whose process id has since been given to a stranger.
 */
async function removeLeftovers(site: Pick<Site, 'socketDir'>, mark: ProcessMark): Promise<void> {
  const pidFile = join(mark.folder, 'postmaster.pid');
  const socket = join(site.socketDir, SOCKET_FILE);
  if ((await readPidFile(mark.folder)) === undefined) return;
  await killMarked(mark);
  for (const path of [pidFile, socket, `${socket}.lock`]) await rm(path, { force: true });
}

async function readPidFile(cluster: string): Promise<{ pid: number; socketDir: string } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return { pid: Number.parseInt(lines[0] ?? '', 10) || 0, socketDir: lines[4] ?? '' };
}

async function spawnServer(site: Site, mark: ProcessMark): Promise<{ pid: number; gone: Promise<void> }> {
  const settings = {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: `"${site.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: mark.word,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await openLog(site.dataDir);
  try {
    const child = spawn(site.binaries.postgres, ['-D', await nameFor(mark.folder, site.account), ...flags], {
      ...site.account.spawnAs,
      cwd: mark.folder,
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: ['ignore', log.fd, log.fd],
      // Its own session: Ctrl-C in our terminal is for us, who still need the database to finish cleanly.
      detached: true,
    });
    const gone = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    child.unref();
    if (child.pid !== undefined) return { pid: child.pid, gone };
    const reason = await new Promise<string>((resolve) => child.once('error', (error) => resolve(error.message)));
    throw new StartupError(`PostgreSQL could not be started: ${reason}`);
  } finally {
    await log.close();
  }
}

/** The server's version once it takes connections to our database; undefined when it ended or time ran out. */
async function waitForAnswer(
  site: Site,
  socketDir: string,
  gone: Promise<void>,
  patience: number,
  stopping: 'wait' | 'unless stopping' = 'wait',
): Promise<string | undefined> {
  let ended = false;
  void gone.then(() => {
    ended = true;
  });
  const begun = Date.now();
  let reported = begun;
  let deadline = begun + patience;
  while (!ended && Date.now() < deadline) {
    const answer = await checkServer(socketDir, site.password);
    if (answer.state === 'ready') return answer.version;
    // Told to stop it waits for whoever is connected, maybe for ever, and lets nobody in: it is to be stopped for good.
    if (answer.state === 'stopping' && stopping === 'unless stopping') return undefined;
    if (answer.state === 'missing') await createDatabase(socketDir, site.password);
    // Recovery and checkpoints may take as long as they need.
    if (answer.state !== 'unreachable') deadline = Math.max(deadline, begun + START_TIMEOUT_MS);
    if (Date.now() - reported > 10_000) {
      reported = Date.now();
      site.log(`waiting for PostgreSQL (${answer.state}, ${Math.round((reported - begun) / 1000)} s)`);
    }
    if (answer.state !== 'missing') await sleep(25);
  }
  return undefined;
}

async function pollUntilGone(pid: number): Promise<void> {
  while (await isAlive(pid)) await sleep(ADOPTED_POLL_MS, undefined, { ref: false });
}

async function explainedExit(site: Site, logged: number): Promise<Error> {
  const said = await logSince(site.dataDir, logged);
  const free = await statfs(site.dataDir).catch(() => undefined);
  if (saysDiskFull(said) || (free !== undefined && free.bavail === 0))
    return Object.assign(new Error('PostgreSQL found no space on the disk'), { code: 'ENOSPC' });
  const reason = said.split('\n').findLast((line) => /(FATAL|PANIC|ERROR|error while loading)/.test(line));
  const shown = reason?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') ?? 'no reason given';
  return new StartupError(`PostgreSQL did not start: ${shown} (its log: ${logFile(site.dataDir)})`);
}

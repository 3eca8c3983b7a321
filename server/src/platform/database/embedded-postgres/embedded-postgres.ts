import { realpath, rmdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { toStartupError } from '../../boot/data-dir.ts';
import { signal } from '../../boot/processes.ts';
import { errorMessage } from '../../boot/startup-error.ts';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { allowTraversal, clusterFolder, ensureCluster } from './cluster.ts';
import { databaseUrl } from './connection.ts';
import { limitLogSize } from './log-file.ts';
import { adopt, ensurePassword, launch, type Postmaster, type Site, stopPostmaster } from './postmaster.ts';
import { writeSettings } from './settings.ts';
import { makeSocketDir } from './socket-dir.ts';

export interface EmbeddedPostgres {
  /** For `pg`: superuser `postgres`, database `prosa`, over the private socket. The same after a restart. */
  readonly url: string;
  /** The operating-system user that it runs as. */
  readonly uid: number;
  /** The server's main process at this moment. */
  readonly pid: number;
  /** True if it was adopted from a killed parent process. */
  readonly adopted: boolean;
  /** How often it died under us and was started again. */
  readonly restarts: number;
  /** Stops the server and waits for it; harder, which recovery makes good, when it takes longer than this. */
  stop(patienceMilliseconds?: number): Promise<void>;
  /** Kills it without waiting, for a process that is exiting. */
  abandon(): void;
}

interface Options {
  /** A data folder that this process holds (`openDataDir`). */
  dataDir: string;
  log: (line: string) => void;
}

const STABLE_AFTER_MS = 5_000;
/** Longest delay between restarts. */
const MAX_RESTART_DELAY_MS = { died: 1_500, failed: 10_000 };

/**
 * Runs a real PostgreSQL server on the data folder: makes the database on the first start, takes over a server left by
 * a killed parent, and starts it again should it die while we run. Throws StartupError.
 */
export async function startEmbeddedPostgres({ dataDir, log }: Options): Promise<EmbeddedPostgres> {
  try {
    // Processes of the database are known by the real path of the folder they work in.
    const site = await prepare(await realpath(dataDir), log);
    const left = await adopt(site);
    const postmaster = left ?? (await launch(site, new AbortController().signal));
    return supervise(site, postmaster, left !== undefined);
  } catch (error) {
    throw toStartupError(dataDir, error);
  }
}

async function prepare(dataDir: string, log: (line: string) => void): Promise<Site> {
  const cluster = clusterFolder(dataDir);
  const account = await chooseAccount(cluster);
  await allowTraversal(dataDir, account);
  const binaries = await findBinaries(dataDir, account);
  const begun = Date.now();
  if (await ensureCluster(dataDir, account, binaries))
    log(`PostgreSQL ${binaries.version} made a new database in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  await writeSettings(cluster, account, binaries.hasStatementStatistics);
  const socketDir = await makeSocketDir(dataDir, account);
  const site = { dataDir, account, binaries, socketDir, log };
  return { ...site, password: await ensurePassword(site) };
}

function supervise(site: Site, first: Postmaster, adopted: boolean): EmbeddedPostgres {
  const stopping = new AbortController();
  const endLog = limitLogSize(site.dataDir);
  let current = first;
  let restarts = 0;
  const watch = async () => {
    let pause = 0;
    for (;;) {
      const begun = Date.now();
      await current.gone;
      if (stopping.signal.aborted) return;
      site.log(`PostgreSQL (process ${current.pid}) ended unexpectedly and is started again`);
      // One that dies soon after each start (a full disk) is given ever longer pauses.
      pause = Date.now() - begun > STABLE_AFTER_MS ? 0 : Math.min(MAX_RESTART_DELAY_MS.died, pause * 2 + 100);
      const next = await relaunch(site, pause, stopping.signal);
      if (next === undefined) return;
      current = next;
      restarts += 1;
      // Stopped during a restart: `stop` only knew the old process.
      if (stopping.signal.aborted) return await stopPostmaster(current.pid);
      site.log(`PostgreSQL runs again (process ${current.pid})`);
    }
  };
  const watching = watch();
  let stopped: Promise<void> | undefined;
  const stop = async (patience: number | undefined) => {
    stopping.abort();
    endLog();
    await stopPostmaster(current.pid, patience);
    await watching;
    // Only an empty one in the temporary folder goes; the one in the data folder is kept.
    if (!site.socketDir.startsWith(site.dataDir)) await rmdir(site.socketDir).catch(() => undefined);
  };
  return {
    url: databaseUrl(first.socketDir, site.password),
    uid: site.account.uid,
    get pid() {
      return current.pid;
    },
    adopted,
    get restarts() {
      return restarts;
    },
    stop(patience) {
      stopped ??= stop(patience);
      return stopped;
    },
    abandon: () => void signal(current.pid, 'SIGQUIT'),
  };
}

async function relaunch(site: Site, firstPause: number, stopping: AbortSignal): Promise<Postmaster | undefined> {
  for (let pause = firstPause; !stopping.aborted; pause = Math.min(MAX_RESTART_DELAY_MS.failed, pause * 2 + 100)) {
    await sleep(pause, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return undefined;
    try {
      return await launch(site, stopping);
    } catch (error) {
      if (!stopping.aborted) site.log(`PostgreSQL could not be started again: ${errorMessage(error)}`);
    }
  }
  return undefined;
}

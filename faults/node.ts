import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrl, findRunning } from '../server/src/platform/database/embedded-postgres/connection.ts';
import { type Command, root } from './bundle.ts';

export type Ending = { code: number | null; signal: NodeJS.Signals | null };
export type Environment = Record<string, string>;

/** One server process after another under one address and one data folder. */
export type ServerNode = {
  url: string;
  dataDir: string;
  /** Starts the process and waits until it is ready; the milliseconds that took. */
  start(extra?: Environment): Promise<number>;
  /** Starts the process and waits for nothing. */
  launch(extra?: Environment): void;
  /** Waits until the process answers that it is ready. Throws when it ends before. */
  ready(seconds?: number): Promise<number>;
  isUp(): boolean;
  /** How the present process ends, or the last one ended. */
  ended(): Promise<Ending>;
  kill(): Promise<void>;
  /** The embedded PostgreSQL's main process. */
  killPostgres(): Promise<void>;
  /** As a power cut would: the server and its PostgreSQL at once. */
  killBoth(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Ends it and its PostgreSQL without waiting for anything: for when we end ourselves. */
  abandon(): void;
  /** SIGTERM, and wait. */
  stop(): Promise<Ending>;
  said(): { stdout: string; stderr: string };
  /** What it is started with: for other programs that work on the same data folder. */
  environment(): Environment;
};

const maxKept = 400_000;

export function serverNode(command: Command, options: { url: string; dataDir: string; environment: Environment }): ServerNode {
  const { url, dataDir } = options;
  let child: ChildProcess | undefined;
  let ending: Promise<Ending> = Promise.resolve({ code: null, signal: null });
  let up = false;
  let begun = 0;
  const said = { stdout: '', stderr: '' };

  function launch(extra: Environment = {}): void {
    if (up) throw new Error('the server runs already');
    begun = performance.now();
    const started = spawn(command.program, command.args, {
      cwd: root,
      env: { ...ownEnvironment(), ...options.environment, DATA_DIR: dataDir, PORT: new URL(url).port, HOST: '127.0.0.1', ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    up = true;
    for (const stream of ['stdout', 'stderr'] as const) {
      started[stream]?.setEncoding('utf8').on('data', (text: string) => {
        said[stream] = (said[stream] + text).slice(-maxKept);
      });
    }
    ending = once(started, 'close').then(([code, signal]: Ending[keyof Ending][]) => {
      if (child === started) up = false;
      return { code: typeof code === 'number' ? code : null, signal: typeof signal === 'string' ? signal : null };
    });
  }

  async function ready(seconds = 120): Promise<number> {
    const ends = Date.now() + seconds * 1000;
    for (;;) {
      const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok) return performance.now() - begun;
      if (!up) throw new Error(`the server ended before it was ready: ${JSON.stringify(await ending)} ${said.stderr.slice(-2_000)}`);
      if (Date.now() > ends) throw new Error(`the server was not ready within ${seconds} s: ${said.stdout.slice(-2_000)}`);
      await sleep(20);
    }
  }

  const signal = (name: NodeJS.Signals) => void (up && child?.kill(name));
  const kill = async () => {
    signal('SIGKILL');
    await ending;
  };
  const killPostgres = async () => {
    const pid = await postmasterOf(dataDir);
    if (pid !== undefined) signalProcess(pid, 'SIGKILL');
  };

  return {
    url,
    dataDir,
    launch,
    ready,
    async start(extra) {
      launch(extra);
      return ready();
    },
    isUp: () => up,
    ended: () => ending,
    kill,
    killPostgres,
    async killBoth() {
      const pid = await postmasterOf(dataDir);
      if (pid !== undefined) signalProcess(pid, 'SIGKILL');
      await kill();
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    abandon() {
      signal('SIGKILL');
      const pid = existsSync(pidFile(dataDir)) ? Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10) : 0;
      if (pid > 0 && isPostgres(pid)) signalProcess(pid, 'SIGQUIT');
    },
    stop() {
      signal('SIGTERM');
      return ending;
    },
    said: () => said,
    environment: () => ({ ...ownEnvironment(), ...options.environment }),
  };
}

/** What the server may know of ours; nothing that would configure it. */
function ownEnvironment(): Environment {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'USER', 'NODE_PATH'];
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

const pidFile = (dataDir: string) => join(dataDir, 'postgres', 'postmaster.pid');

/** The file outlives a killed PostgreSQL, and its number may be another process's by now: that one is none of our business. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(pidFile(dataDir), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10) || undefined;
  return pid !== undefined && isPostgres(pid) ? pid : undefined;
}

function isPostgres(pid: number): boolean {
  if (process.platform === 'win32') return true;
  const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return /postgres(\s|$)/.test(stdout);
}

/** The URL of a server's embedded database, for its superuser. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const running = await findRunning(join(dataDir, 'postgres'));
  return databaseUrl(running?.socketDir ?? '', running?.password ?? '');
}

export function signalProcess(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

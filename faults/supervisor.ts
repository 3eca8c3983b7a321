import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ScratchPostgres, startScratchPostgres } from '../server/test/scratch-postgres.ts';
import { serverCommand } from './bundle.ts';
import { migratedFiles } from './migrated-files.ts';
import { type Environment, postmasterOf, type ServerNode, serverNode, signalProcess } from './node.ts';
import { freePort } from './ports.ts';
import { type ChaosProxy, openProxy, type Upstream } from './proxy.ts';
import { type RedisServer, startRedis } from './redis.ts';

/** What every server of the fault kit is started with: patient limits, and little to say. */
const common: Environment = {
  ADMIN_PASSWORD: 'segredo-da-plataforma',
  LOG_LEVEL: 'warn',
  // As bytes: a passphrase is stretched at every start, and a run of tests has hundreds of them.
  MASTER_KEY: 'fafafafafafafafafafafafafafafafafafafafafafafafafafafafafafafafa',
  RATE_LIMIT_FACTOR: '100000',
};

export type Supervisor = {
  /** A server on a data folder of its own: on its embedded PostgreSQL unless DATABASE_URL says otherwise. Not started yet. */
  node(environment?: Environment, dataDir?: string): Promise<ServerNode>;
  folder(): Promise<string>;
  /** Its database is already migrated, where the run has prepared one; for a test of a first start it is empty. */
  postgres(state?: 'empty'): Promise<ScratchPostgres>;
  redis(): Promise<RedisServer>;
  proxy(upstream: Upstream): Promise<ChaosProxy>;
  /** Ends everything that was started here and removes what it left. */
  close(): Promise<void>;
};

/** Starts servers and what they stand on, and leaves nothing behind, whatever happens in between. */
export function openSupervisor(): Supervisor {
  const nodes: ServerNode[] = [];
  const folders: string[] = [];
  const closers: Array<() => Promise<void>> = [];
  const filesOf = new Map<string, string>();

  /** Nodes of one database keep their files in one place: that of the first. */
  async function shareFiles(databaseUrl: string, dataDir: string): Promise<void> {
    const shared = filesOf.get(databaseUrl);
    if (shared === undefined) return void filesOf.set(databaseUrl, join(dataDir, 'media'));
    await mkdir(shared, { recursive: true });
    await mkdir(dataDir, { recursive: true });
    await symlink(shared, join(dataDir, 'media'));
  }

  const lastResort = () => {
    for (const node of nodes) node.abandon();
  };
  process.once('exit', lastResort);

  async function folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'prosa-faults-'));
    folders.push(made);
    return made;
  }

  return {
    folder,
    async node(environment = {}, dataDir) {
      const command = await serverCommand();
      const url = `http://127.0.0.1:${await freePort()}`;
      const ownDir = join(await folder(), 'data');
      if (environment.DATABASE_URL !== undefined && dataDir === undefined) await shareFiles(environment.DATABASE_URL, ownDir);
      const node = serverNode(command, {
        url,
        dataDir: dataDir ?? ownDir,
        environment: { ...common, ...environment },
      });
      nodes.push(node);
      return node;
    },
    async postgres(state) {
      const postgres = await startScratchPostgres(state === 'empty' ? undefined : migratedFiles());
      closers.push(postgres.stop);
      return postgres;
    },
    async redis() {
      const redis = await startRedis();
      closers.push(redis.stop);
      return redis;
    },
    async proxy(upstream) {
      const proxy = await openProxy(upstream);
      closers.push(proxy.close);
      return proxy;
    },
    async close() {
      await Promise.all(
        nodes.map(async (node) => {
          node.resume();
          await node.kill();
          await endPostgres(node.dataDir);
        }),
      );
      for (const close of closers.splice(0).toReversed()) await close();
      for (const each of folders.splice(0)) await rm(each, { recursive: true, force: true, maxRetries: 5 });
      process.off('exit', lastResort);
    },
  };
}

/** At once, but by its own hand: what it shares with the system (memory segments) goes with it. */
async function endPostgres(dataDir: string): Promise<void> {
  const pid = await postmasterOf(dataDir);
  if (pid === undefined) return;
  for (const [name, rounds] of [
    ['SIGQUIT', 200],
    ['SIGKILL', 50],
  ] as const) {
    if (!signalProcess(pid, name)) return;
    for (let round = 0; round < rounds && signalProcess(pid, 0); round += 1) await sleep(25);
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export type ScratchRedis = {
  /** A Unix socket's path, which ioredis takes in the place of a URL. */
  url: string;
  start(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** Alive but silent, as behind a broken network; `start` or `kill` end it. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
};

/** A real Redis of its own for a test, keeping nothing. */
export async function startScratchRedis(): Promise<ScratchRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-redis-'));
  const socket = join(folder, 'redis.sock');
  let server: ChildProcess | undefined;

  const start = async () => {
    server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder], {
      stdio: 'ignore',
    });
    for (let round = 0; round < 200; round += 1) {
      const probe = new Redis(socket, { lazyConnect: true, retryStrategy: () => null });
      probe.on('error', () => undefined);
      const answered = await probe.connect().then(
        () => true,
        () => false,
      );
      probe.disconnect();
      if (answered) return;
      await sleep(25);
    }
    throw new Error('Redis did not start');
  };
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    url: socket,
    start,
    kill,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

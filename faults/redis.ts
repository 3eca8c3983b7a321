import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { freePort } from './ports.ts';
import { until, within } from './waiting.ts';

const program = process.env.PROSA_REDIS || 'redis-server';
export const hasRedis = spawnSync(program, ['--version']).status === 0;

export type RedisServer = { url: string; start(): Promise<void>; flush(): Promise<void>; kill(): Promise<void>; stop(): Promise<void> };

/** A real Redis on a loopback port, keeping nothing. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  let server: ChildProcess | undefined;

  /** One command as a person would type it, and the first word of the answer. */
  async function ask(command: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    try {
      socket.write(`${command}\r\n`);
      const [answer]: unknown[] = await within(2_000, once(socket, 'data'));
      return String(answer).trim();
    } finally {
      socket.destroy();
    }
  }
  const start = async () => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
    server = spawn(program, options, { stdio: 'ignore' });
    await until('Redis answers', async () => (await ask('PING')) === '+PONG', 15);
  };
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  await start();
  return { url: `redis://127.0.0.1:${port}`, start, kill, stop: kill, flush: async () => void (await ask('FLUSHALL')) };
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root, serverCommand } from './bundle.ts';
import { type Environment, postmasterOf, signalProcess } from './node.ts';
import { freePort } from './ports.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
const started: Array<() => void> = [];
afterAll(async () => {
  for (const end of started) end();
  await supervisor.close();
});

/** `npm start`, as somebody runs it who has nothing else. */
async function npmStart(environment: Environment) {
  await serverCommand();
  const url = `http://127.0.0.1:${await freePort()}`;
  const dataDir = join(await supervisor.folder(), 'data');
  // Known to the supervisor, so that nothing is left behind whatever happens here.
  await supervisor.node({}, dataDir);
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PORT: new URL(url).port,
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close').then(([code]: unknown[]) => code);
  const server = () => {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const pairs = stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    return pairs.find(([, parent]) => parent === child.pid)?.[0];
  };
  started.push(() => {
    const pid = server();
    child.kill('SIGKILL');
    if (pid !== undefined) signalProcess(pid, 'SIGKILL');
  });
  const isReady = () => fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(({ ok }) => ok);
  return { child, dataDir, ended, server, isReady, said: () => said };
}

test('a server that died is started again, and one that was told to stop is not', async () => {
  const prosa = await npmStart({});
  await until('it is ready', prosa.isReady);
  const first = prosa.server();
  if (first === undefined) throw new Error('no server runs');
  const killed = performance.now();
  signalProcess(first, 'SIGKILL');
  await until('it is ready again', async () => prosa.server() !== first && prosa.isReady());
  process.stdout.write(`start: back ${((performance.now() - killed) / 1000).toFixed(1)} s after the server was killed\n`);
  expect(prosa.said()).toContain('Prosa ended unexpectedly (exit code 137) and is started again in 0.5 s\n');
  prosa.child.kill('SIGTERM');
  expect(await prosa.ended).toBe(0);
  expect(await postmasterOf(prosa.dataDir)).toBeUndefined();
  expect(prosa.said().match(/started again/g)).toHaveLength(1);
});

test('what can not start as it is configured is not tried again', async () => {
  const prosa = await npmStart({ LEASE_SECONDS: 'soon' });
  expect(await prosa.ended).toBe(78);
  expect(prosa.said()).toMatch(/^Configuration: LEASE_SECONDS /m);
  expect(prosa.said()).not.toContain('started again');
});

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { password } from './generate.ts';
import { root } from './site.ts';

const running = new Set<ChildProcess>();
const patience = 60_000;

// Child processes end with this process.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endAll().then(() => process.exit(1)));

async function endAll(): Promise<void> {
  await Promise.all([...running].map(end));
}

function watched(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  await gone;
  clearTimeout(timer);
}

/**
 * Clients and the server stand for different machines. Linux may share the processor out by sessions, so each process leads one: else
 * whoever makes many calls would take of the server's share.
 */
const apart = { detached: true };

/** Of this process, which leads a session: it takes what others leave. */
export function takeWhatIsLeft(): void {
  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, 19);
  if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '19');
}

/** Only what programs need to run at all: a variable of this terminal must not change what is measured. */
function environment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, ...extra };
}

export async function build(): Promise<void> {
  const child = watched(spawn(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit', env: process.env }));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the product could not be built');
}

export type Server = { url: string; startSeconds: number; stop(): Promise<void> };

/** The built server in a process of its own, until it is ready. */
export const startProduct = (dataDir: string, password: string, roles = 'web,worker,channels', extra: Record<string, string> = {}) =>
  untilReady(['--enable-source-maps', join(root, 'server', 'dist', 'main.js')], dataDir, password, { ROLES: roles, ...extra });

/** What `npm start` runs: it looks first whether packages and builds are up to date. */
export const startAsUsersDo = (dataDir: string, password: string) => untilReady([join(root, 'scripts', 'start.mjs')], dataDir, password);

async function untilReady(args: string[], dataDir: string, password: string, extra: Record<string, string> = {}): Promise<Server> {
  const env = environment({
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '1000000',
    ADMIN_PASSWORD: password,
    ...extra,
  });
  const begun = performance.now();
  const child = watched(spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env, ...apart }));
  const port = await Promise.race([
    portIn(child),
    once(child, 'exit').then(() => {
      throw new Error('the server ended before it was ready');
    }),
  ]);
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(`${url}/health/ready`)).status !== 200);
  return { url, startSeconds: (performance.now() - begun) / 1000, stop: () => end(child) };
}

async function portIn(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server says nothing');
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /ready at http:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port) {
      child.stdout.resume();
      return port;
    }
  }
  throw new Error('the server did not become ready');
}

type Helper<Result> = {
  result: Result;
  ended: Promise<unknown>;
  send(message: string): void;
  ask<Answer>(message: string): Promise<Answer>;
  stop(): Promise<void>;
};

/** Another part of the benchmark in a process of its own; `input` goes in, what it sends first comes out. */
export async function startHelper<Result>(file: string, input: unknown): Promise<Helper<Result>> {
  const child = watched(
    fork(join(root, 'bench', file), [JSON.stringify(input)], { cwd: root, execArgv: ['--import', 'tsx'], env: environment({}), ...apart }),
  );
  const ended = once(child, 'exit');
  const result = await new Promise<Result>((resolve, reject) => {
    child.once('message', (message: Result) => resolve(message));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it had a result`)));
  });
  const ask = <Answer>(message: string) =>
    new Promise<Answer>((resolve) => {
      child.once('message', (answer: Answer) => resolve(answer));
      child.send(message);
    });
  return { result, ended, send: (message) => void child.send(message), ask, stop: () => end(child) };
}

const metric = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);

/** Over all labels. */
const sumOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'gm'))].reduce((sum, [, value]) => sum + Number(value), 0);

export async function metricsOf(url: string): Promise<{ rssMegabytes: number; cpuSeconds: number; roundTrips: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return {
    rssMegabytes: metric(text, 'process_resident_memory_bytes') / 1024 / 1024,
    cpuSeconds: metric(text, 'process_cpu_seconds_total'),
    roundTrips: sumOf(text, 'prosa_sql_statements_total'),
  };
}

/** Logs in as somebody of the generated company. */
export async function tokenOf(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token }: { token?: string } = JSON.parse(await answer.text());
  if (!token) throw new Error(`${email} could not log in: ${answer.status}`);
  return token;
}

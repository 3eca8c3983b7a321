import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { lowerPriority } from './process-priority.ts';

function startSession(): number {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  return child.pid ?? 0;
}

test('a process that leads a session lets others go first, and so does its session where those share the processor', async () => {
  const pid = startSession();
  await lowerPriority(pid);
  expect(getPriority(pid)).toBe(10);
  if (existsSync('/proc/self/autogroup')) expect(await readFile(`/proc/${pid}/autogroup`, 'utf8')).toMatch(/nice 10$/m);
});

test('several at once all do, however rarely the system lets somebody change that', async () => {
  const pids = [startSession(), startSession(), startSession()];
  await Promise.all(pids.map(lowerPriority));
  expect(pids.map((pid) => getPriority(pid))).toEqual([10, 10, 10]);
});

test('a process that is gone stops nobody', async () => {
  await lowerPriority(2 ** 22 - 1);
});

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { childAccount } from '../../platform/boot/child-account.ts';
import { withJobSignal } from '../../platform/jobs/job-signal.ts';
import { runLimited } from './media-process.ts';
import { MediaInterrupted } from './media-slots.ts';

const ample = { seconds: 60, cpuSeconds: 60, bytes: 2 ** 20 };
const shell = (script: string, limits = ample) => runLimited('sh', ['-c', script], limits);

async function commandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
}

test('what a program writes comes back, and its arguments are never read as commands', async () => {
  const { output } = await runLimited('printf', ['%s', '$(id); `id`; "; id'], ample);
  expect(output.toString()).toBe('$(id); `id`; "; id');
  await expect(runLimited('no-such-program-at-all', [], ample)).rejects.toThrow();
});

test('it hears nothing of our environment', async () => {
  const { output } = await runLimited('env', [], ample);
  expect(output.toString()).not.toMatch(/MASTER_KEY|DATABASE|HOME=/);
});

test.skipIf(process.platform !== 'linux')('a program that asks for memory without end is refused it', async () => {
  // Looks for the end of a line that never comes, keeping all it has read.
  await expect(runLimited('tail', ['-n', '1', '/dev/zero'], ample)).rejects.toThrow(/memory|ended with/);
});

test('a program that computes, waits or writes without end is ended', async () => {
  await expect(shell('while :; do :; done', { ...ample, cpuSeconds: 1 })).rejects.toThrow('ended with');
  await expect(shell('sleep 300', { ...ample, seconds: 0.2 })).rejects.toThrow('took too long');
  await expect(runLimited('yes', [], ample)).rejects.toThrow('wrote too much');
});

test('it writes no files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-walls-'));
  await expect(shell(`echo text > ${folder}/file`)).rejects.toThrow();
  await rm(folder, { recursive: true });
});

test.skipIf(process.platform !== 'linux')('whatever it started ends with it', async () => {
  const mark = `300.${process.pid}`;
  await expect(shell(`sleep ${mark} & sleep ${mark}; :`, { ...ample, seconds: 0.5 })).rejects.toThrow('took too long');
  await expect.poll(async () => (await commandLines()).filter((line) => line.includes(mark))).toEqual([]);
});

test('what runs for a job ends with it, and nothing more begins for it', async () => {
  const job = new AbortController();
  const running = withJobSignal(job.signal, () => shell('sleep 300'));
  const interrupted = expect(running).rejects.toBeInstanceOf(MediaInterrupted);
  job.abort();
  await interrupted;
  await expect(withJobSignal(job.signal, () => shell('echo text'))).rejects.toBeInstanceOf(MediaInterrupted);
  expect((await shell('echo text')).output.toString()).toBe('text\n');
});

test.runIf(process.getuid?.() === 0)('it has neither the rights nor the groups of root, and reads none of its files', async () => {
  const account = await childAccount();
  const { output } = await runLimited('cat', ['/proc/self/status'], ample);
  const ids = [...output.toString().matchAll(/^(?:Uid|Gid):\s+(\d+)\s+(\d+)/gm)].map(([, real, effective]) => [
    Number(real),
    Number(effective),
  ]);
  expect(account?.uid).toBeGreaterThan(0);
  expect(ids).toEqual([account?.uid, account?.gid].map((id) => [id, id]));
  expect(output.toString()).toMatch(/^Groups:\s*$/m);
  const folder = await mkdtemp(join(tmpdir(), 'prosa-walls-'));
  await writeFile(join(folder, 'master.key'), 'secret');
  await expect(shell(`cat ${folder}/master.key`)).rejects.toThrow('Permission denied');
  await rm(folder, { recursive: true });
});

test.skipIf(process.platform === 'win32')('that ffmpeg was not there is remembered for a minute', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-path-'));
  await symlink('/bin/sh', join(folder, 'sh'));
  for (const program of ['ffmpeg', 'ffprobe']) await writeFile(join(folder, `${program}.later`), '#!/bin/sh\n');
  for (const program of ['ffmpeg', 'ffprobe']) await chmod(join(folder, `${program}.later`), 0o755);
  // In a process of its own: that there is one is remembered.
  const script = `
    import { rename } from 'node:fs/promises';
    import { hasFfmpeg } from './src/capabilities/media/ffmpeg.ts';
    process.env.PATH = ${JSON.stringify(folder)};
    const before = await hasFfmpeg(0);
    const paths = ['ffmpeg', 'ffprobe'].map((program) => process.env.PATH + '/' + program);
    for (const path of paths) await rename(path + '.later', path);
    console.log(before, await hasFfmpeg(59_000), await hasFfmpeg(60_000));`;
  const cwd = fileURLToPath(new URL('../../../', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd });
  expect(stdout.trim()).toBe('false false true');
  await rm(folder, { recursive: true });
});

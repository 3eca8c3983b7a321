import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mount, unmountAll } from './mount.ts';
import type { Environment } from './node.ts';
import { freePort } from './ports.ts';
import { openSupervisor } from './supervisor.ts';

const supervisor = openSupervisor();
afterAll(async () => {
  unmountAll();
  await supervisor.close();
});

/** The one line that a server says when it can not start. */
async function complaint(environment: Environment, dataDir?: string): Promise<string> {
  const node = await supervisor.node(environment, dataDir);
  node.launch(environment);
  const { code } = await node.ended();
  const lines = node.said().stderr.trim().split('\n');
  expect(code).toBeGreaterThan(0);
  expect(lines, node.said().stderr).toHaveLength(1);
  return lines[0] ?? '';
}

test('bad configuration is named', async () => {
  expect(await complaint({ LEASE_SECONDS: 'soon' })).toMatch(/^Configuration: LEASE_SECONDS /);
});

test('an unreachable database is said', async () => {
  expect(await complaint({ DATABASE_URL: `postgres://postgres@127.0.0.1:${await freePort()}/prosa` })).toMatch(
    /^The database can not be reached: /,
  );
});

test('a busy port is said', async () => {
  const { url } = await supervisor.postgres('empty');
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  expect(await complaint({ DATABASE_URL: url, PORT: String(port) })).toBe(
    `Port ${port} is already in use: stop the other program or set PORT`,
  );
  await new Promise((resolve) => other.close(resolve));
});

test('a DATA_DIR that is no folder, or can not be made, is said', async () => {
  const file = join(await supervisor.folder(), 'file');
  await writeFile(file, '');
  expect(await complaint({ DATA_DIR: file }, file)).toBe(`DATA_DIR ${file} is not a folder`);
  if (process.platform === 'linux') expect(await complaint({ DATA_DIR: '/proc/prosa' }, '/proc/prosa')).toMatch(/^DATA_DIR \/proc\/prosa /);
});

test('a read-only DATA_DIR is said', async (context) => {
  const folder = process.getuid?.() === 0 ? await mount(await supervisor.folder(), 'ro', 'size=1m') : await supervisor.folder();
  if (folder === undefined) return context.skip('root writes everywhere, and no read-only file system can be mounted here');
  if (process.getuid?.() !== 0) await chmod(folder, 0o500);
  expect(await complaint({}, folder)).toMatch(/^DATA_DIR .* is (on a read-only file system|not writable by the user that runs Prosa)$/);
});

test('a second process on the same DATA_DIR is refused, and the first goes on', async () => {
  const { url } = await supervisor.postgres('empty');
  const first = await supervisor.node({ DATABASE_URL: url });
  await first.start();
  expect(await complaint({ DATABASE_URL: url }, first.dataDir)).toMatch(/^DATA_DIR .* is in use by process \d+$/);
  expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
});

test('a full disk is said', async (context) => {
  const folder = await mount(await supervisor.folder(), 'size=12m');
  if (folder === undefined) return context.skip('no small file system can be mounted here');
  expect(await complaint({}, folder)).toMatch(/^DATA_DIR .*: the disk is full; free some space and start again$/);
});

import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folders, openWorld } from '../../../test/world.ts';
import { startServer } from '../../server.ts';
import { readConfig } from '../boot/config.ts';
import { StartupError } from '../boot/startup-error.ts';
import { openLog } from '../log.ts';
import { openDatabaseClock } from './database-clock.ts';
import { joinNodes } from './nodes.ts';

const world = await openWorld();
const { databases, log } = world.server.platform;
const made: string[] = [];
afterAll(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true });
});

async function startAnother(media?: string): Promise<{ stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prosa-node-'));
  made.push(dataDir);
  if (media !== undefined) await symlink(media, join(dataDir, 'media'));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: world.database.url,
    MASTER_KEY: world.config.MASTER_KEY,
    LOG_LEVEL: 'silent',
    ROLES: 'web',
  });
  return startServer(config, folders);
}

const named = async () =>
  (await databases.platform.query<{ name: string }>('select name from nodes order by name')).rows.map(({ name }) => name);

test('a second node whose files lie in another folder is refused, in one line that says what to do', async () => {
  const refused = await startAnother().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartupError);
  expect(String(refused)).toMatch(
    new RegExp(
      '^StartupError: Another node of this database \\(node-\\w+\\) keeps its files in a folder of its own, ' +
        'this one in a folder of its own: set the same S3_BUCKET [^\\n]+$',
    ),
  );
  expect(await named()).toEqual([world.config.node]);
});

test('a second node that sees the same folder, wherever it is mounted, is welcome, and is forgotten when it has left', async () => {
  const media = join(world.dataDir, 'media');
  await mkdir(media, { recursive: true });
  const second = await startAnother(media);
  expect(await named()).toHaveLength(2);
  await second.stop();
  expect(await named()).toEqual([world.config.node]);
});

test('files in a bucket do not go with files in a folder', async () => {
  const joining = joinNodes({ databases, log, node: 'node-bucket', storage: 'bucket prosa' });
  await expect(joining).rejects.toThrow(/keeps its files in a folder of its own, this one in the bucket prosa/);
});

test('a node that died does not keep others out for long, wherever its files were', async () => {
  await databases.platform.query(`update nodes set storage = 'folder x'`);
  await databases.platform.query(
    `insert into nodes (name, storage, seen_at) values ('node-dead', 'folder y', clock_timestamp() - interval '12 seconds')`,
  );
  const joined = await joinNodes({ databases, log, node: 'node-next', storage: 'folder x' });
  expect(await named()).toContain('node-next');
  await joined.leave();
});

test('a node whose clock is wrong says so and goes by the database’s, until it is right again', async () => {
  const lines: string[] = [];
  let wrong = 90_000;
  const machine = () => Date.now() + wrong;
  const time = await openDatabaseClock({
    databases,
    log: openLog('info', { write: (line) => void lines.push(line) }),
    clock: () => new Date(machine()),
    machine,
  });
  const off = () => Math.abs(time.clock().getTime() - Date.now());
  expect(lines.join('')).toContain('90.0 s ahead of the database');
  expect(off()).toBeLessThan(30_000);
  wrong = -3_600_000;
  await time.measure();
  expect(off()).toBeLessThan(30_000);
  // Said once, not every minute.
  expect(lines).toHaveLength(1);
  wrong = 100;
  await time.measure();
  expect(lines.at(-1)).toContain('right again');
  await time.close();
});

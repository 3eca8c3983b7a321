import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import type { Config } from '../platform/boot/config.ts';
import { openDataDir } from '../platform/boot/data-dir.ts';
import { hashKeyContext, type KeyRing, openKeyRing, previousFileOf, secretsOf, writeKeyFile } from '../platform/boot/secrets.ts';
import { StartupError } from '../platform/boot/startup-error.ts';
import { openHashKey } from '../platform/database/installation.ts';
import { asOwner, migrate } from '../platform/database/migrate.ts';
import { rowsFrom } from '../platform/database/rows.ts';
import { syncFolder } from '../platform/durable.ts';
import { resealAll } from './reseal.ts';
import { reachDatabase, startEmbedded } from './site.ts';

type RotateOptions = { migrations: string; say: (line: string) => void };

/** Replaces the master key. After an interruption at any moment the server starts, and the next run continues. */
export function rotateKey(config: Config, options: RotateOptions): Promise<void> {
  return config.MASTER_KEY === undefined ? rotateFile(config, options) : rotateVariable(config, options);
}

/** The server may run: its nodes know both keys. */
async function rotateVariable(config: Config, { migrations, say }: RotateOptions): Promise<void> {
  const { MASTER_KEY: masterKey, MASTER_KEY_PREVIOUS: previousKey } = config;
  const ring = await openKeyRing({ masterKey, previousKey, file: '' });
  if (!ring.previous)
    throw new StartupError(
      'Set MASTER_KEY to the new key and MASTER_KEY_PREVIOUS to the old one on every node, restart them, then run this again',
    );
  const site = await reachDatabase(config);
  try {
    await migrate(site.url, migrations, say);
    await asOwner(site.url, (client) => reseal(client, ring, say));
  } finally {
    await site.close();
  }
  say('Everything is sealed with the new MASTER_KEY: remove MASTER_KEY_PREVIOUS from every node');
}

/** The data folder is held meanwhile, so no server runs on it. */
async function rotateFile(config: Config, { migrations, say }: RotateOptions): Promise<void> {
  const site = config.DATABASE_URL ? await holdFolder(config.dataDir, config.DATABASE_URL) : await startEmbedded(config.dataDir);
  const file = join(config.dataDir, 'master.key');
  try {
    await migrate(site.url, migrations, say);
    await asOwner(site.url, async (client) => {
      await refuseOtherNodes(client);
      const before = await openRing(config);
      // Before the key changes: it has to be the one of this database.
      await openHashKey(client, before);
      if (before.previous) say('Continuing the rotation that was interrupted');
      else await replaceFile(file);
      await reseal(client, await openRing(config), say);
    });
    await rm(previousFileOf(file), { force: true });
    await syncFolder(config.dataDir);
  } finally {
    await site.close();
  }
  say(`Everything is sealed with the new ${file}: make a backup now, since earlier ones need the old key`);
}

const openRing = ({ dataDir, MASTER_KEY_PREVIOUS: previousKey }: Config) =>
  openKeyRing({ previousKey, file: join(dataDir, 'master.key'), servedBefore: async () => true });

async function holdFolder(path: string, url: string) {
  const dataDir = await openDataDir(path);
  return { url, close: () => dataDir.close() };
}

/** The old key is stored under its second name before the new one takes its place. */
async function replaceFile(file: string): Promise<void> {
  await writeKeyFile(previousFileOf(file), await readFile(file));
  await writeKeyFile(file, randomBytes(32));
}

const NodeRow = z.object({ name: z.string() });

/** Other nodes have key files of their own and would go on sealing with the old key. */
async function refuseOtherNodes(client: pg.Client): Promise<void> {
  const [node] = await rowsFrom(
    client,
    NodeRow,
    `select name from nodes where seen_at > clock_timestamp() - interval '15 seconds' limit 1`,
  );
  if (node) throw new StartupError(`Node ${node.name} of this database runs: stop every node (one that died is forgotten in 15 seconds)`);
}

/** Until the last value is sealed again the database keeps the old key's id, so that no server starts without that key. */
async function reseal(client: pg.Client, ring: KeyRing, say: RotateOptions['say']): Promise<void> {
  const { current, previous } = ring;
  if (!previous) throw new Error('there is no previous key');
  const hashKey = await openHashKey(client, ring);
  const secrets = secretsOf(ring, hashKey);
  await client.query(`insert into platform_facts (name, value) values ('hash-key', $1) on conflict (name) do nothing`, [
    secrets.seal(hashKey, hashKeyContext),
  ]);
  const left = await resealAll({ client, secrets, oldKeyId: previous.id, say });
  if (left.length > 0)
    throw new StartupError(`Some values of ${left.join(', ')} can not be opened, so the previous key is kept: they are damaged`);
  await client.query(`update platform_facts set value = $1 where name = 'master-key'`, [current.id]);
}

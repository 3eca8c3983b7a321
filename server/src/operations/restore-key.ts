import { randomBytes } from 'node:crypto';
import { rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Client } from 'pg';
import { renewTokens } from '../capabilities/connections/renew-tokens.ts';
import type { Config } from '../platform/boot/config.ts';
import { openSecrets } from '../platform/boot/secrets.ts';
import { StartupError } from '../platform/boot/startup-error.ts';
import { syncFolder } from '../platform/durable.ts';
import type { Archive } from './archive.ts';

const fileOf = ({ dataDir }: Config) => join(dataDir, 'master.key');
const isThere = async (config: Config) => (await stat(fileOf(config)).catch(() => undefined)) !== undefined;

/** Puts the master key into place if the backup has it and there is none; the sentence to say about it at the end. */
export async function restoreKey(archive: Archive, config: Config): Promise<string> {
  const { masterKey, masterKeyId } = archive.manifest;
  if (!config.MASTER_KEY && !(await isThere(config))) {
    if (!masterKey) {
      const advice = `set MASTER_KEY, or put the old master.key into ${config.dataDir}, before you start the server`;
      return `The backup holds no master key: ${advice}`;
    }
    await writeKey(config, await buffer(archive.read(masterKey)));
  }
  const { keyId } = await openSecrets({ masterKey: config.MASTER_KEY, file: fileOf(config) });
  if (masterKeyId !== null && keyId !== masterKeyId)
    return 'The master key is not the one that this backup was made with: the server will not start until it is';
  return 'The master key is the one that this backup was made with';
}

async function writeKey(config: Config, key: Buffer): Promise<void> {
  const aside = `${fileOf(config)}.restored`;
  await writeFile(aside, key, { mode: 0o600, flush: true });
  await rename(aside, fileOf(config));
  await syncFolder(config.dataDir);
}

/** Refuses to replace an existing master key. */
export async function refuseNewKey(archive: Archive, config: Config): Promise<void> {
  if (archive.manifest.masterKey || (!config.MASTER_KEY && (await isThere(config))))
    throw new StartupError('There is a master key: --new-key is for when it is lost for good');
}

/** Creates a new master key when the old one is lost: sealed values are dropped, users sign in again, connections are paired again. */
export async function takeNewKey(client: Client, config: Config): Promise<string> {
  if (!config.MASTER_KEY) await writeKey(config, randomBytes(32));
  const secrets = await openSecrets({ masterKey: config.MASTER_KEY, file: fileOf(config) });
  await client.query(`begin; truncate sessions, idempotency_keys cascade; set local role prosa_platform;
    update platform_facts set value = '${secrets.keyId}' where name = 'master-key'; commit`);
  const connections = await renewTokens(client, secrets);
  return `There is a new master key; ${connections} connections have to be paired anew, and everybody signs in again`;
}

import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Client } from 'pg';
import { renewTokens } from '../capabilities/connections/renew-tokens.ts';
import type { Config } from '../platform/boot/config.ts';
import { keysOf, openKeyRing, openSecrets, writeKeyFile } from '../platform/boot/secrets.ts';
import { StartupError } from '../platform/boot/startup-error.ts';
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
    await writeKeyFile(fileOf(config), await buffer(archive.read(masterKey)));
  }
  const ring = await openKeyRing({ masterKey: config.MASTER_KEY, previousKey: config.MASTER_KEY_PREVIOUS, file: fileOf(config) });
  if (masterKeyId !== null && !keysOf(ring).some(({ id }) => id === masterKeyId))
    return 'The master key is not the one that this backup was made with: the server will not start until it is';
  return 'The master key is the one that this backup was made with';
}

/** Refuses to replace an existing master key. */
export async function refuseNewKey(archive: Archive, config: Config): Promise<void> {
  if (archive.manifest.masterKey || (!config.MASTER_KEY && (await isThere(config))))
    throw new StartupError('There is a master key: --new-key is for when it is lost for good');
}

/** Creates a new master key when the old one is lost: sealed values are dropped, users sign in again, connections are paired again. */
export async function takeNewKey(client: Client, config: Config): Promise<string> {
  if (!config.MASTER_KEY) await writeKeyFile(fileOf(config), randomBytes(32));
  const secrets = await openSecrets({ masterKey: config.MASTER_KEY, file: fileOf(config) });
  await client.query(`begin; truncate sessions, idempotency_keys cascade;
    delete from platform_facts where name = 'hash-key'; set local role prosa_platform;
    update platform_facts set value = '${secrets.keyId}' where name = 'master-key'; commit`);
  const connections = await renewTokens(client, secrets);
  return `There is a new master key; ${connections} connections have to be paired anew, and everybody signs in again`;
}

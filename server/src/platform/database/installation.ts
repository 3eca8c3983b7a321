import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import { z } from 'zod';
import { findHashKey, type KeyRing, keysOf, openKeyRing, type Secrets, secretsOf } from '../boot/secrets.ts';
import { errorCode, StartupError } from '../boot/startup-error.ts';
import { createLogins, type LoginUrls } from './logins.ts';
import { asOwner } from './migrate.ts';
import { rowsFrom } from './rows.ts';

type Installation = { masterKey: string | undefined; previousKey?: string | undefined; keyFile: string; mediaFolder: string };

/**
 * The master key, and the logins that the server works with from now on. It is the last step that uses the credentials of the
 * database's owner.
 */
export function openInstallation(
  url: string,
  { masterKey, previousKey, keyFile, mediaFolder }: Installation,
): Promise<{ secrets: Secrets; logins: LoginUrls }> {
  return asOwner(url, async (client) => {
    const ring = await openKeyRing({ masterKey, previousKey, file: keyFile, servedBefore: () => servedBefore(client, mediaFolder) });
    await client.query(`insert into platform_facts (name, value) values ('master-key', $1) on conflict (name) do nothing`, [
      ring.current.id,
    ]);
    // Before the passwords are set: a node with another key must not lock out those that run.
    const secrets = secretsOf(ring, await openHashKey(client, ring));
    return { secrets, logins: await createLogins(client, url, secrets) };
  });
}

const FactsRow = z.object({ keyId: z.string().nullable(), hashKey: z.string().nullable() });

/** The hash key of this database. Throws when neither key of the ring is the one that its rows are sealed with. */
export async function openHashKey(client: pg.Client, ring: KeyRing): Promise<Buffer> {
  const [facts] = await rowsFrom(
    client,
    FactsRow,
    `
      select (select value from platform_facts where name = 'master-key') as "keyId",
        (select value from platform_facts where name = 'hash-key') as "hashKey"`,
  );
  const { keyId, hashKey } = facts ?? { keyId: null, hashKey: null };
  const ids = keysOf(ring).map(({ id }) => id);
  // The hash key is sealed with the new key from the beginning of a rotation on.
  const hashKeyId = hashKey?.split('.')[1] ?? ids[0];
  if (keyId === null || hashKeyId === undefined || !ids.includes(keyId) || !ids.includes(hashKeyId))
    throw new StartupError(
      'The master key is not the one this database was made with: ' +
        'set MASTER_KEY, the same on every node, or bring back DATA_DIR/master.key',
    );
  return findHashKey(ring, { keyId, hashKey: hashKey ?? undefined });
}

const KnownRow = z.object({ known: z.boolean() });

/**
 * Whether this database or this folder of files has served before. Both come to hold something only after a master key was made, so
 * that a start which broke off before does not count.
 */
async function servedBefore(client: pg.Client, mediaFolder: string): Promise<boolean> {
  // Row policies may hide companies from the owner, not from this role.
  await client.query('set role prosa_platform');
  const rows = await rowsFrom(
    client,
    KnownRow,
    `select exists (select from platform_facts where name = 'master-key') or exists (select from companies) as known`,
  );
  await client.query('reset role');
  return rows[0]?.known === true || (await hasFiles(mediaFolder));
}

/** Files lie in folders by company; what is hidden is our own scratch space. */
async function hasFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).some((name) => !name.startsWith('.'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

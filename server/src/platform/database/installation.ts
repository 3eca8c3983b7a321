import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import { z } from 'zod';
import { openSecrets, type Secrets } from '../boot/secrets.ts';
import { errorCode, StartupError } from '../boot/startup-error.ts';
import { createLogins, type LoginUrls } from './logins.ts';
import { asOwner } from './migrate.ts';
import { rowsFrom } from './rows.ts';

type Installation = { masterKey: string | undefined; keyFile: string; mediaFolder: string };

/**
 * The master key, and the logins that the server works with from now on. It is the last step that uses the credentials of the
 * database's owner.
 */
export function openInstallation(
  url: string,
  { masterKey, keyFile, mediaFolder }: Installation,
): Promise<{ secrets: Secrets; logins: LoginUrls }> {
  return asOwner(url, async (client) => {
    const secrets = await openSecrets({ masterKey, file: keyFile, servedBefore: () => servedBefore(client, mediaFolder) });
    // Before the passwords are set: a node with another key must not lock out those that run.
    await checkMasterKey(client, secrets.keyId);
    return { secrets, logins: await createLogins(client, url, secrets) };
  });
}

/** Checks at boot that the master key matches the sealed rows. */
async function checkMasterKey(client: pg.Client, keyId: string): Promise<void> {
  const [kept] = await rowsFrom(
    client,
    z.object({ value: z.string() }),
    `
      insert into platform_facts (name, value)
      values ('master-key', $1)
      on conflict (name) do update set name = excluded.name
      returning value`,
    [keyId],
  );
  if (kept?.value !== keyId)
    throw new StartupError(
      'The master key is not the one this database was made with: ' +
        'set MASTER_KEY, the same on every node, or bring back DATA_DIR/master.key',
    );
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

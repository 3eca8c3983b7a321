import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import { errorCode } from '../boot/startup-error.ts';
import type { Databases } from './database.ts';
import { rowsFrom } from './rows.ts';

const KnownRow = z.object({ known: z.boolean() });

/**
 * Whether this database or this folder of files has served before. Both come to hold something only after a master key was made, so
 * that a start which broke off before does not count.
 */
export async function servedBefore(databases: Pick<Databases, 'platform'>, mediaFolder: string): Promise<boolean> {
  const rows = await rowsFrom(
    databases.platform,
    KnownRow,
    `select exists (select from platform_facts where name = 'master-key') or exists (select from companies) as known`,
  );
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

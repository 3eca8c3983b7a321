import type { Client } from 'pg';
import { z } from 'zod';
import type { Databases } from './database.ts';
import { rowsFrom } from './rows.ts';

const OursRow = z.object({ ours: z.boolean() });

/**
 * Held exclusively by a backup and shared by everything that deletes files, so that files referenced by the backup stay until they are
 * copied.
 */
const lockNumber = 7_767_622;

/** Runs work that deletes files, unless a backup is running; returns false if it was skipped. */
export async function unlessBackupRuns({ databases }: { databases: Databases }, work: () => Promise<void>): Promise<boolean> {
  const client = await databases.platform.connect();
  let broken: Error | undefined;
  try {
    const rows = await rowsFrom(client, OursRow, 'select pg_try_advisory_lock_shared($1) as ours', [lockNumber]);
    if (!rows[0]?.ours) return false;
    try {
      await work();
      return true;
    } finally {
      await client.query('select pg_advisory_unlock_shared($1)', [lockNumber]).catch((error: unknown) => {
        broken = error instanceof Error ? error : new Error('the lock was not given back');
      });
    }
  } finally {
    client.release(broken);
  }
}

/** Until the connection ends. Waits for deletions that have begun, and for another backup. */
export async function holdBackupLock(client: Client, onWait: () => void): Promise<void> {
  const rows = await rowsFrom(client, OursRow, 'select pg_try_advisory_lock($1) as ours', [lockNumber]);
  if (rows[0]?.ours) return;
  onWait();
  await client.query('select pg_advisory_lock($1)', [lockNumber]);
}

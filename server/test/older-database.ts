import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { migrate } from '../src/platform/database/migrate.ts';
import { administer, inDatabase } from './database.ts';
import { folders } from './world.ts';

/** A database with the migrations that come before this one. */
export async function databaseBefore(migration: string) {
  const name = `prosa_${randomBytes(6).toString('hex')}`;
  const url = inDatabase(inject('templateUrl'), name);
  await administer(url, `create database ${name}`);
  const older = await mkdtemp(join(tmpdir(), 'prosa-migrations-'));
  for (const file of (await readdir(folders.migrations)).filter((each) => each < migration))
    await cp(join(folders.migrations, file), join(older, file));
  await migrate(url, older, () => undefined);
  await rm(older, { recursive: true });
  return { url, drop: () => administer(url, `drop database if exists ${name} with (force)`) };
}

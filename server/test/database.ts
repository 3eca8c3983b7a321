import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openSecrets } from '../src/platform/boot/secrets.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres/embedded-postgres.ts';
import { createLogins, type LoginUrls, loginRole } from '../src/platform/database/logins.ts';
import { asOwner, migrate } from '../src/platform/database/migrate.ts';

/** The one PostgreSQL of this run. Each project of tests sets up for itself, with modules of its own, so it stands outside of them. */
declare global {
  var databaseOfTests: { ready: Promise<Prepared>; users: number } | undefined;
}
type Prepared = { templateUrl: string; stop(): Promise<void> };

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL in which `prosa_template` stands ready to be copied. */
    templateUrl: string;
  }
}

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

/** One PostgreSQL for the run: ours, or the one that TEST_DATABASE_URL names. Test files copy the migrated template. */
export default async function setup({ provide }: TestProject) {
  globalThis.databaseOfTests ??= { ready: prepare(), users: 0 };
  const shared = globalThis.databaseOfTests;
  shared.users += 1;
  const { templateUrl, stop } = await shared.ready;
  provide('templateUrl', templateUrl);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    globalThis.databaseOfTests = undefined;
    await stop();
  };
}

async function prepare(): Promise<Prepared> {
  const { url, stop } = await openServer();
  const template = `prosa_template_${randomBytes(4).toString('hex')}`;
  await administer(url, `create database ${template}`);
  await migrate(inDatabase(url, template), migrations, () => undefined);
  return {
    templateUrl: inDatabase(url, template),
    stop: async () => {
      await administer(url, `drop database if exists ${template} with (force)`);
      await stop();
    },
  };
}

/**
 * Every worker has a server or two of its own in it, each with its pools; nothing in it has to outlive the machine, and it may lie in the
 * machine's memory.
 */
const forTests = ['max_connections = 400', 'fsync = off', 'full_page_writes = off', 'file_copy_method = clone', "max_wal_size = '512MB'"];

async function openServer() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'prosa-test-'));
  const begin = () => startEmbeddedPostgres({ dataDir, log: () => undefined });
  const plain = await begin();
  for (const setting of forTests) await administer(plain.url, `alter system set ${setting}`);
  await plain.stop();
  const postgres = await begin();
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function inDatabase(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}

export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inDatabase(url, 'postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A fresh copy of the migrated database, for one test file alone. */
export async function freshDatabase(templateUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const template = /\/(prosa_template_\w+)/.exec(templateUrl)?.[1] ?? 'prosa_template';
  const name = `prosa_${randomBytes(6).toString('hex')}`;
  await administer(templateUrl, `create database ${name} template ${template} strategy file_copy`);
  return { url: inDatabase(templateUrl, name), drop: () => dropDatabase(templateUrl, name) };
}

/** With the roles that servers of this database have made for themselves. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await administer(url, `drop database if exists ${name} with (force)`);
  const roles = (['app', 'platform', 'jobs'] as const).map((kind) => loginRole(kind, name));
  await administer(url, `drop role if exists ${roles.join(', ')}`);
}

/** As bytes: a passphrase is stretched at every start, and a run of tests has hundreds of them. */
export const masterKey = '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e';

/** The login addresses of a server of this database. */
export async function loginsOf(url: string): Promise<LoginUrls> {
  const secrets = await openSecrets({ masterKey, file: '' });
  return await asOwner(url, (client) => createLogins(client, url, secrets));
}

/** A pool's end does not wait for its connections to be closed: when their database goes right after it, they still hear of that. */
export function openPool(connectionString: string, max = 1, options?: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, ...(options !== undefined && { options }) });
  pool.on('error', () => undefined);
  return pool;
}

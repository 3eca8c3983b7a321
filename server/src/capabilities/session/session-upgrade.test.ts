import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionApi } from '@prosa/contracts/session';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { administer, inDatabase } from '../../../test/database.ts';
import { folders, openWorld } from '../../../test/world.ts';
import { sha256 } from '../../platform/crypto-tokens.ts';
import { migrate } from '../../platform/database/migrate.ts';

/** A database as the version before left it. */
async function databaseBefore(migration: string) {
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

test('an upgrade signs nobody out: sessions of the version before go on with the cookies they have', async () => {
  const database = await databaseBefore('0016');
  onTestFinished(() => database.drop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const [sessionId, unrotated] = [randomUUID(), randomUUID()];
  const token = (id: string, secret: string) => `${id}.${secret}`;
  await client.query(`insert into plans (name, users, connections, queues, value) values ('Antigo', 1, 1, 1, 0)`);
  await client.query(`insert into companies (name, email, plan_id) select 'Antiga', 'antiga@exemplo.com', id from plans`);
  await client.query(`insert into company_counters (company_id) select id from companies`);
  await client.query(
    `
      insert into users (company_id, name, email, password_hash, profile)
      select id, 'Ana', 'ana@exemplo.com', 'x', 'admin'
      from companies`,
  );
  const insert = `
    insert into sessions (id, company_id, user_id, refresh_hash, previous_hash, rotated_at, created_at, expires_at)
    select $1, company_id, id, $2, $3, now() - interval '1 hour', now(), now() + interval '6 days'
    from users`;
  await client.query(insert, [sessionId, sha256(token(sessionId, 'now')), sha256(token(sessionId, 'before'))]);
  await client.query(insert, [unrotated, sha256(token(unrotated, 'only')), null]);
  await client.end();

  const world = await openWorld({ ROLES: 'web' }, database);
  const show = async (shown: string) => {
    const browser = world.client();
    browser.cookie = `jrt=${shown}`;
    return (await browser.send(sessionApi.refresh, {})).status;
  };
  expect(await show(token(unrotated, 'only'))).toBe(200);
  expect(await show(token(sessionId, 'now'))).toBe(200);
  expect(await show(token(sessionId, 'before'))).toBe(401);
  expect(await show(token(sessionId, 'now'))).toBe(401);
  await world.close();
});

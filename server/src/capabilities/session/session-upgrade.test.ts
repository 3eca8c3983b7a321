import { randomUUID } from 'node:crypto';
import { sessionApi } from '@prosa/contracts/session';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { databaseBefore } from '../../../test/older-database.ts';
import { openWorld } from '../../../test/world.ts';
import { sha256 } from '../../platform/crypto-tokens.ts';

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

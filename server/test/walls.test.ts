import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { assertPoliciesBind, openDatabases } from '../src/platform/database/database.ts';
import { freshDatabase, openPool } from './database.ts';
import { findWallGaps } from './isolation/walls.ts';

const database = await freshDatabase(inject('templateUrl'));
const client = new pg.Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('every table is behind its company’s wall, and no role or right leads around it', async () => {
  expect(await findWallGaps(client)).toEqual([]);
});

test('the roles of the server are bound by the policies', async () => {
  const databases = openDatabases(database.url);
  await expect(assertPoliciesBind(databases)).resolves.toBeUndefined();
  await databases.close();
});

/** Each is undone before the next, in a database that nobody else uses. */
const loosened = [
  ['owns a table', 'alter table plans owner to prosa_app', 'alter table plans owner to current_user'],
  ['owns a table across companies', 'alter table plans owner to prosa_platform', 'alter table plans owner to current_user'],
] as const;

test.each(loosened)('a server whose role %s does not start', async (_title, loosen, mend) => {
  await client.query(loosen);
  const databases = openDatabases(database.url);
  try {
    await expect(assertPoliciesBind(databases)).rejects.toThrow(/owns tables or bypasses row policies/);
  } finally {
    await databases.close();
    await client.query(mend);
  }
});

test('a server that reaches the database as its superuser does not start', async () => {
  const pool = openPool(database.url, 10);
  try {
    await expect(assertPoliciesBind({ app: pool, platform: pool })).rejects.toThrow(/bypasses row policies/);
  } finally {
    await pool.end();
  }
});

test('the platform’s role is refused what people said', async () => {
  const databases = openDatabases(database.url);
  try {
    for (const column of [
      'messages.body',
      'contacts.name',
      'tickets.last_message',
      'events.data',
      'inbox.frame',
      'users.name',
      'connections.token_sealed',
    ]) {
      const [table, name] = column.split('.');
      await expect(databases.platform.query(`select ${name} from ${table}`), column).rejects.toThrow(/permission denied/);
    }
  } finally {
    await databases.close();
  }
});

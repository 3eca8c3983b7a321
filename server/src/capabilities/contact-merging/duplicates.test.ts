import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { administer, inDatabase } from '../../../test/database.ts';
import { folders } from '../../../test/world.ts';
import { migrate } from '../../platform/database/migrate.ts';

const name = `prosa_twins_${randomBytes(4).toString('hex')}`;
const url = inDatabase(inject('templateUrl'), name);
const older = await mkdtemp(join(tmpdir(), 'prosa-twins-'));
await administer(url, `create database ${name}`);
afterAll(async () => {
  await administer(url, `drop database if exists ${name} with (force)`);
  await rm(older, { recursive: true });
});

test('an upgrade makes one of a person who stood twice, with and without the ninth digit, and loses nothing', async () => {
  const before = (await readdir(folders.migrations)).filter((file) => file < '0005');
  for (const file of before) await cp(join(folders.migrations, file), join(older, file));
  await migrate(url, older, () => undefined);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      insert into plans (name, users, connections, queues, value) values ('p', 1, 1, 1, 1);
      insert into companies (name, email, plan_id) values ('A', '', 1), ('B', '', 1);
      insert into users (company_id, name, email, password_hash) values (1, 'u', 'u', '');
      insert into connections (company_id, name, provider, token_sealed, token_hash)
      values (1, 'c', 'simulator', '', 'x');
      insert into contacts (company_id, name, number)
      values (1, 'Ana', '551199990001'), (1, 'Ana de novo', '5511999990001'), (1, 'Bia', '5511999990002'),
        (2, 'Ana', '5511999990001');
      insert into tickets (company_id, code, contact_id, connection_id, status, user_id, unread_messages)
      values (1, '1', 1, 1, 'pending', null, 2), (1, '2', 2, 1, 'open', 1, 1), (1, '3', 2, 1, 'closed', null, 0),
        (1, '4', 3, 1, 'pending', null, 1);
      insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body,
        created_at)
      values (1, 1, 1, 1, '551199990001', false, 'a', 'um', now()),
        (1, 1, 1, 1, '551199990001', false, 'b', 'dois', now()),
        (1, 2, 1, 2, '5511999990001', false, 'c', 'três', now()),
        (1, 3, 1, 2, '5511999990001', false, 'd', 'antes', now()),
        (1, 4, 1, 3, '5511999990002', false, 'e', 'da Bia', now())`);
    await migrate(url, folders.migrations, () => undefined);
    const { rows: contacts } = await client.query('select company_id, name, number_key from contacts order by id');
    expect(contacts).toEqual([
      { company_id: 1, name: 'Ana', number_key: '551199990001' },
      { company_id: 1, name: 'Bia', number_key: '551199990002' },
      { company_id: 2, name: 'Ana', number_key: '551199990001' },
    ]);
    const { rows: tickets } = await client.query(
      `
        select t.code, t.contact_id, t.status, t.unread_messages as unread,
          array(select m.body || ':' || m.contact_id from messages m where m.ticket_id = t.id order by m.id) as said
        from tickets t
        order by t.id`,
    );
    expect(tickets).toEqual([
      { code: '1', contact_id: 1, status: 'closed', unread: 0, said: [] },
      { code: '2', contact_id: 1, status: 'open', unread: 3, said: ['um:1', 'dois:1', 'três:1'] },
      { code: '3', contact_id: 1, status: 'closed', unread: 0, said: ['antes:1'] },
      { code: '4', contact_id: 3, status: 'pending', unread: 1, said: ['da Bia:3'] },
    ]);
    const { rows: forced } = await client.query(
      `
        select relname
        from pg_class
        where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`,
    );
    expect(forced).toEqual([]);
  } finally {
    await client.end();
  }
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contactsApi } from '@prosa/contracts/contacts';
import { messagesApi } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { afterAll, expect, test } from 'vitest';
import { openBrowser, sayIn } from '../../test/browser.ts';
import { until } from '../../test/conversation.ts';
import { folders } from '../../test/world.ts';
import { readConfig } from '../platform/boot/config.ts';
import { migrate } from '../platform/database/migrate.ts';
import { startServer } from '../server.ts';
import { restore } from './restore.ts';
import { connect, startEmbedded } from './site.ts';

const fixtures = fileURLToPath(new URL('../../test/fixtures', import.meta.url));
const closers: Array<() => Promise<unknown>> = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** Made by `npm run release-fixture` with the code of that release; more are added, none is ever made again by later code. */
const releases = (await readdir(fixtures)).filter((name) => name.startsWith('release-'));

test.each(releases)('the data folder of %s starts under this version, and everything in it is still served', async (release) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'prosa-upgrade-'));
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    MASTER_KEY: 'a-master-key-for-tests-only-0123456789',
    RATE_LIMIT_FACTOR: '1000',
  });
  const migrated: string[] = [];
  const { migrations, tables } = await restore(config, {
    source: join(fixtures, release),
    migrations: folders.migrations,
    say: (line) => migrated.push(line),
  });
  const said = tables.find(({ name }) => name === 'messages')?.rows ?? 0;
  expect(said).toBeGreaterThan(20);
  // Every migration since that release ran on its data, and a second start finds nothing to do.
  const later = (await readdir(folders.migrations)).filter(
    (name) => name.endsWith('.sql') && !migrations.some((each) => each.name === name),
  );
  expect(migrated.filter((line) => line.startsWith('migrating: '))).toEqual(later.toSorted().map((name) => `migrating: ${name}`));
  const alone = await startEmbedded(dataDir);
  await migrate(alone.url, folders.migrations, (line) => expect.unreachable(line));
  // The company was on trial then; it has paid since.
  const client = await connect(alone.url);
  // What is kept counted today was counted for what was there before.
  const { rows: counted } = await client.query(`
    select (select sum(messages)::int from company_usage) as messages,
      (select sum(bytes)::int from company_usage) = (
        select sum(size + coalesce(thumbnail_size, 0) + coalesce(playable_size, 0))::int from media) as bytes,
      (select sum(tickets)::int from figure_days where figure = 'lead') = (
        select count(distinct (company_id, contact_id))::int from tickets) as leads,
      (select sum(tickets)::int from figure_days where figure = 'closed') = (
        select count(*)::int from tickets where status = 'closed') as finished`);
  expect(counted).toEqual([{ messages: said, bytes: true, leads: true, finished: true }]);
  await client.query(`update companies set due_date = now() + interval '30 days' where due_date is not null`);
  await client.end();
  await alone.close();
  const server = await startServer(config, folders);
  closers.push(() => server.stop());
  const admin = openBrowser(server.url);
  await admin.logIn('marina@loja-aurora.exemplo');
  const statuses = ['open', 'pending', 'closed'] as const;
  const pages = await Promise.all(statuses.map((status) => admin.call(ticketsApi.list, { query: { status, showAll: 'true' } })));
  const tickets = pages.flatMap((page) => page.tickets);
  expect(tickets).toHaveLength(tables.find(({ name }) => name === 'tickets')?.rows ?? 0);
  const seen = new Map<number, string>();
  for (const { id: ticketId } of tickets) {
    const { messages } = await admin.call(messagesApi.list, { params: { ticketId }, query: {} });
    for (const { id, mediaUrl } of messages) seen.set(id, mediaUrl ?? '');
    // Where it came from is told as far as it can be known: by who said it.
    for (const { origin, fromMe, user } of messages) {
      if (!fromMe) expect(origin).toBe('customer');
      if (user) expect(origin).toBe('agent');
    }
  }
  expect(seen.size).toBe(said);
  const files = [...seen.values()].filter((address) => address !== '');
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect((await fetch(new URL(file, server.url))).status).toBe(200);
  expect((await admin.call(contactsApi.list, { query: {} })).count).toBe(tables.find(({ name }) => name === 'contacts')?.rows);
  const open = tickets.find(({ status }) => status === 'open');
  const { id } = await sayIn(admin, open?.id ?? 0, 'Voltamos com a nova versão');
  const listed = async () => (await admin.call(messagesApi.list, { params: { ticketId: open?.id ?? 0 }, query: {} })).messages;
  await until(async () => ((await listed()).find((message) => message.id === id && message.ack >= 2) ? true : undefined));
});

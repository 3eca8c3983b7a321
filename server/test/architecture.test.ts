import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const server = fileURLToPath(new URL('..', import.meta.url));

/** Who writes each table. A second name beside the owner is a deed that must happen in one transaction with the owner's. */
const writers: Record<string, string[]> = {
  alarms: ['alarms', 'migrations'],
  companies: ['companies'],
  company_counters: ['companies', 'platform'],
  connection_leases: ['connections'],
  connection_queues: ['connections'],
  connections: ['connections'],
  contact_fields: ['contacts'],
  contact_identities: ['contacts'],
  contact_merges: ['contacts'],
  contacts: ['contacts', 'migrations'],
  events: ['housekeeping', 'platform'],
  held_messages: ['tickets'],
  idempotency_keys: ['housekeeping', 'platform'],
  inbox: ['inbox', 'migrations'],
  known_sources: ['housekeeping', 'session'],
  media: ['media', 'migrations', 'platform'],
  message_reactions: ['messages'],
  messages: ['contacts', 'messages', 'migrations', 'outbox'],
  nodes: ['platform'],
  outbox: ['messages', 'outbox'],
  parked_frames: ['messages'],
  parked_receipts: ['messages'],
  plans: ['companies'],
  platform_facts: ['platform'],
  privacy_ids: ['contacts'],
  queues: ['queues'],
  schema_migrations: ['platform'],
  read_marks: ['messages'],
  rate_limits: ['housekeeping', 'platform'],
  session_refresh_tokens: ['housekeeping', 'migrations', 'session'],
  sessions: ['housekeeping', 'session', 'users'],
  settings: ['companies', 'settings'],
  simulator_frames: ['simulator'],
  simulator_messages: ['simulator'],
  simulator_networks: ['simulator'],
  simulator_phone_book: ['simulator'],
  simulator_privacy_ids: ['simulator'],
  tags: ['tags'],
  ticket_days: ['tickets'],
  ticket_former_users: ['migrations'],
  ticket_history: ['contacts', 'migrations', 'tickets'],
  ticket_notes: ['ticket-notes'],
  ticket_ratings: ['tickets'],
  ticket_tags: ['tags'],
  ticket_totals: ['housekeeping', 'migrations'],
  ticket_viewers: ['platform'],
  tickets: ['contacts', 'messages', 'migrations', 'tickets'],
  user_presence: ['platform'],
  user_queues: ['users'],
  users: ['users'],
};

const filesUnder = (folder: string) =>
  readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|sql)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(server, folder, name), 'utf8') }));

/** The capability or channel a file belongs to; what is neither is the platform. */
const areaOf = (file: string) =>
  /^src\/(?:capabilities|channels)\/([\w-]+)\//.exec(file)?.[1] ?? (file.startsWith('src') ? 'platform' : 'migrations');

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function writesIn(text: string): string[] {
  const inSql = text.matchAll(/\b(?:insert\s+into|delete\s+from|update(?=\s+\w+(?:\s+as)?(?:\s+\w+)?\s+set\b))\s+(\w+)/gi);
  const inCode = text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g);
  return [...inSql, ...inCode].map(([, name = '']) => snake(name));
}

test('each table is written by the capability that owns it, and by those named here', () => {
  const found: Record<string, string[]> = {};
  for (const { name, text } of [...filesUnder('src'), ...filesUnder('migrations')])
    for (const table of writesIn(text))
      if (table in writers) found[table] = [...new Set([...(found[table] ?? []), areaOf(name)])].toSorted();
  expect(found).toEqual(writers);
});

test('every table has its owner named here', () => {
  const made = filesUnder('migrations').flatMap(({ text }) =>
    [...text.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name = '']) => name),
  );
  expect(Object.keys(writers).toSorted()).toEqual([...made, 'schema_migrations'].toSorted());
});

test('whatever leaves for another machine goes through the guarded client', () => {
  const ways = /\bfetch\(|^import (?!type)[^;]*'(?:node:)?(?:https?|http2|undici|axios|got|node-fetch)'/m;
  const used = filesUnder('src').filter(({ name, text }) => ways.test(text) && !name.startsWith('src/platform/outbound/'));
  expect(used.map(({ name }) => name)).toEqual([]);
});

test('rows of hand-written statements get their type from a schema, which tests compare them with', () => {
  const trusted = /\b(?:execute|query)<|\{ rows(?:: \w+)? \} = await |\(\{ rows\b/;
  const places = filesUnder('src').filter(
    ({ name, text }) => trusted.test(text) && !/^src\/(?:operations\/|platform\/database\/rows\.ts$|.*test-kit\.ts$)/.test(name),
  );
  expect(places.map(({ name }) => name)).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const server = fileURLToPath(new URL('..', import.meta.url));

/** Who writes each table. A second name beside the owner is a deed that must happen in one transaction with the owner's. */
const writers: Record<string, string[]> = {
  companies: ['companies'],
  company_counters: ['companies', 'platform'],
  connection_leases: ['connections'],
  connection_queues: ['connections'],
  connections: ['connections'],
  contacts: ['contacts'],
  events: ['housekeeping', 'platform'],
  idempotency_keys: ['housekeeping', 'platform'],
  inbox: ['inbox', 'migrations'],
  media: ['platform'],
  messages: ['messages', 'outbox'],
  outbox: ['messages', 'outbox'],
  parked_receipts: ['messages'],
  plans: ['companies'],
  platform_facts: ['platform'],
  queues: ['queues'],
  schema_migrations: ['platform'],
  sessions: ['housekeeping', 'session', 'users'],
  settings: ['companies'],
  simulator_frames: ['simulator'],
  simulator_messages: ['simulator'],
  simulator_networks: ['simulator'],
  ticket_days: ['tickets'],
  ticket_history: ['tickets'],
  ticket_totals: ['housekeeping', 'migrations'],
  tickets: ['messages', 'tickets'],
  user_queues: ['users'],
  users: ['users'],
};

const filesUnder = (folder: string) =>
  readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|sql)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => ({ name: join(folder, name), text: readFileSync(join(server, folder, name), 'utf8') }));

/** The capability or channel a file belongs to; what is neither is the platform. */
const areaOf = (file: string) =>
  /^src\/(?:capabilities|channels)\/(\w+)\//.exec(file)?.[1] ?? (file.startsWith('src') ? 'platform' : 'migrations');

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
  const made = filesUnder('migrations').flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name));
  expect(Object.keys(writers).toSorted()).toEqual([...made, 'schema_migrations'].toSorted());
});

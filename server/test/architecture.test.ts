import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const server = fileURLToPath(new URL('..', import.meta.url));

/**
 * Who writes each table: its owner, the functions and upgrades in migrations, and nobody else. Three tables have a second writer, each
 * for a reason that docs/decisions.md gives ("Tables and who writes them"): `media`, `outbox` and `tickets`.
 */
const writers: Record<string, string[]> = {
  baileys_keys: ['baileys'],
  baileys_phone_book: ['baileys'],
  alarms: ['alarms', 'migrations'],
  announcements: ['announcements'],
  audit_entries: ['migrations', 'platform'],
  bill_disclosures: ['bills'],
  bill_lookups: ['bills'],
  bot_states: ['automation'],
  channel_notices: ['connections'],
  chat_members: ['chats'],
  chat_messages: ['chats'],
  chats: ['chats'],
  cloud_attempts: ['cloud'],
  cloud_chats: ['cloud'],
  cloud_messages: ['cloud'],
  companies: ['companies'],
  charges: ['payments'],
  company_counters: ['platform'],
  company_usage: ['companies', 'migrations'],
  connection_leases: ['connections'],
  connection_ledger: ['connections'],
  connection_queues: ['connections'],
  campaign_consents: ['campaigns'],
  campaign_days: ['campaigns'],
  campaign_notes: ['campaigns', 'migrations'],
  campaign_settings: ['campaigns'],
  campaign_shippings: ['campaigns'],
  campaigns: ['campaigns', 'migrations'],
  connections: ['connections'],
  contact_fields: ['contacts'],
  contact_identities: ['contacts'],
  contact_list_import_batches: ['contact-lists'],
  contact_list_imports: ['contact-lists'],
  contact_list_items: ['contact-lists'],
  contact_lists: ['contact-lists'],
  contact_merges: ['contact-merging'],
  contact_pictures: ['contacts'],
  contacts: ['contacts', 'migrations'],
  deleted_tags: ['tags'],
  erasures: ['contacts'],
  events: ['platform'],
  file_fetches: ['messages'],
  figure_changes: ['dashboard', 'migrations'],
  figure_days: ['dashboard', 'migrations'],
  held_messages: ['automation'],
  helps: ['helps'],
  holidays: ['holidays'],
  idempotency_keys: ['platform'],
  inbox: ['inbox', 'migrations'],
  invoices: ['payments'],
  link_previews: ['messages'],
  known_sources: ['session'],
  media: ['media', 'migrations', 'platform'],
  message_edits: ['messages'],
  message_reactions: ['messages'],
  messages: ['messages', 'migrations'],
  nodes: ['platform'],
  outbox: ['messages', 'outbox'],
  pairing_requests: ['connections'],
  parked_frames: ['messages'],
  parked_receipts: ['messages'],
  payments: ['payments'],
  plans: ['companies', 'migrations'],
  platform_facts: ['platform'],
  privacy_ids: ['contacts'],
  public_idempotency_keys: ['platform'],
  queue_options: ['queues'],
  queues: ['queues'],
  quick_message_uses: ['quick-messages'],
  quick_messages: ['quick-messages'],
  saved_filters: ['saved-filters'],
  schedules: ['migrations', 'schedules'],
  schema_migrations: ['platform'],
  suppressions: ['campaigns'],
  read_marks: ['messages'],
  rate_limits: ['platform'],
  session_refresh_tokens: ['migrations', 'session'],
  sessions: ['session'],
  settings: ['settings'],
  simulator_frames: ['simulator'],
  simulator_messages: ['simulator'],
  simulator_networks: ['simulator'],
  simulator_phone_book: ['simulator'],
  simulator_privacy_ids: ['simulator'],
  tags: ['migrations', 'tags'],
  ticket_days: ['tickets'],
  ticket_figures: ['migrations'],
  ticket_former_users: ['migrations'],
  ticket_history: ['migrations', 'tickets'],
  ticket_notes: ['ticket-notes'],
  ticket_ratings: ['automation'],
  ticket_tags: ['migrations', 'tags'],
  ticket_totals: ['migrations', 'tickets'],
  ticket_viewers: ['ticket-presence'],
  tickets: ['messages', 'migrations', 'tickets'],
  user_presence: ['platform'],
  user_queues: ['users'],
  users: ['users'],
  webhook_deliveries: ['webhooks'],
  webhook_new_tickets: ['migrations', 'webhooks'],
  webhooks: ['webhooks'],
};
const ownedUpTo = ['media', 'outbox', 'tickets'];

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
  const dropped = filesUnder('migrations').flatMap(({ text }) => [...text.matchAll(/^drop table (\w+)/gm)].map(([, name = '']) => name));
  const kept = made.filter((name) => !dropped.includes(name));
  expect(Object.keys(writers).toSorted()).toEqual([...kept, 'schema_migrations'].toSorted());
});

test('whatever leaves for another machine goes through the guarded client', () => {
  const ways = /\bfetch\(|^import (?!type)[^;]*'(?:node:)?(?:https?|http2|undici|axios|got|node-fetch)'/m;
  const used = filesUnder('src').filter(({ name, text }) => ways.test(text) && !name.startsWith('src/platform/outbound/'));
  expect(used.map(({ name }) => name)).toEqual([]);
});

test('rows of hand-written statements get their type from a schema, which tests compare them with', () => {
  const trusted = /\b(?:execute|query)<|\{ rows(?:: \w+)? \} = await |\(\{ rows\b/;
  const places = filesUnder('src').filter(
    ({ name, text }) =>
      trusted.test(text) && !/^src\/(?:operations\/|platform\/database\/(?:rows|kept-scope)\.ts$|.*test-kit\.ts$)/.test(name),
  );
  expect(places.map(({ name }) => name)).toEqual([]);
});

/** As they are written in conditions; what a column is set to is no condition. */
const lookedUpByCoalesce = /\b(?:where|and|on)\b[^\n]*\b\w+\.?\w* (?:=|<|>|<=|>=) coalesce\(/;

test('no row is looked up by a coalesce: under row policies PostgreSQL uses no index for it', () => {
  const places = filesUnder('src').filter(({ text }) => lookedUpByCoalesce.test(text));
  expect(places.map(({ name }) => name)).toEqual([]);
});

test('a second writer of a table is one that the decisions give a reason for', () => {
  const shared = Object.entries(writers).filter(([, names]) => names.filter((name) => name !== 'migrations').length > 1);
  expect(shared.map(([table]) => table)).toEqual(ownedUpTo);
  const decisions = readFileSync(join(server, '../docs/decisions.md'), 'utf8');
  const reasons = /^\*\*Tables and who writes them\.\*\* .*$/m.exec(decisions)?.[0] ?? '';
  expect(ownedUpTo.filter((table) => !reasons.includes(`\`${table}\``))).toEqual([]);
});

test('texts of any length are made plain sign by sign: as a whole their marks take quadratic time', () => {
  const whole = [...filesUnder('src'), ...filesUnder('../web/src'), ...filesUnder('../contracts/src')].filter(({ text }) =>
    text.includes('.normalize('),
  );
  expect(whole.map(({ name }) => name).toSorted()).toEqual([
    '../contracts/src/plain-text.ts',
    // Each of these cuts first, or takes single letters.
    '../web/src/capabilities/contacts/contact-order.ts',
    '../web/src/capabilities/tickets/search/found.ts',
    'src/capabilities/messages/link-previews/page.rules.ts',
    'src/platform/crypto-tokens.ts',
    'src/platform/storage/sniff.ts',
  ]);
});

test('passwords are hashed at the agreed cost: only tests ask for less', () => {
  const callers = filesUnder('src').filter(({ text }) => text.includes('hashCheaply'));
  expect(callers.map(({ name }) => name)).toEqual(['src/platform/crypto-tokens.ts']);
});

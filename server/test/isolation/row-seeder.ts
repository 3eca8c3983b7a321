import { type Column, type Querier, readTenantTables, type Table } from './catalogue.ts';

export type Row = Record<string, unknown>;
/** One row of each table, by the table's name. */
export type Rows = Map<string, Row>;
/** Column values that can not be derived from the catalogue, by table. */
export type RowOverrides = Record<string, Row>;

export type RowSeeder = { seed(companyId: number, word: string, wishes?: RowOverrides): Promise<Rows> };

/** What a check of the database asks for and the catalogue does not tell: an alarm is about a frame, unless it is about money. */
const needed: RowOverrides = {
  alarms: { inbox_id: 1, subject: null },
  tickets: { said: JSON.stringify({ fromMe: false, text: 'bom dia' }) },
  // A lane, so that its ticket stands in it.
  tags: { kanban: 1 },
  // Nobody forgets it while others look.
  deleted_tags: { deleted_at: '2100-01-01T12:00:00Z' },
  // Far from now, so that nobody sends it while others look; its file, which opens to everybody, is not that of a ticket's message.
  schedules: { due_at: '2100-01-01T12:00:00Z', send_at: '2100-01-01T12:00:00Z', media_id: null },
  link_previews: { address: 'a'.repeat(64) },
  contact_list_items: { number: '5511999990000' },
  contact_list_imports: { invalid: '[]' },
  campaigns: { media_id: null },
  campaign_settings: { value: '20' },
  // Nobody takes it in while others look.
  campaign_notes: { created_at: '2100-01-01T12:00:00Z' },
  suppressions: { ending: '1234' },
};

let planted = 0;

/**
 * Inserts one row into every company table, with a marker word in every text. Tables, columns and references are read from the catalogue,
 * so that a new table is furnished, and so tested, from the day it is made.
 */
export async function openRowSeeder(client: Querier): Promise<RowSeeder> {
  const order = inOrderOfReference((await readTenantTables(client)).filter(({ name }) => name !== 'companies'));
  return {
    async seed(companyId, word, wishes = {}) {
      const rows: Rows = new Map();
      for (const table of order)
        rows.set(
          table.name,
          await insert(client, table, rowFor(table, companyId, word, rows, { ...needed[table.name], ...wishes[table.name] })),
        );
      return rows;
    },
  };
}

/** A table comes after those it points at; pointing at itself or at what is outside does not count. */
function inOrderOfReference(tables: Table[]): Table[] {
  const ordered: Table[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const isWaitedFor = (name: string) => [...waiting].some((table) => table.name === name);
    const next = [...waiting].find(({ name, foreignKeys }) => foreignKeys.every(({ target }) => target === name || !isWaitedFor(target)));
    if (!next) throw new Error(`these tables point at one another in a circle: ${[...waiting].map(({ name }) => name).join(', ')}`);
    waiting.delete(next);
    ordered.push(next);
  }
  return ordered;
}

function rowFor(table: Table, companyId: number, word: string, rows: Rows, wishes: Row): Row {
  const row: Row = {};
  for (const column of table.columns) {
    if (column.generated) continue;
    if (column.name === 'company_id') row[column.name] = companyId;
    else if (column.name in wishes) row[column.name] = wishes[column.name];
    else {
      const value = referred(table, column, rows) ?? invented(column, word, table.name);
      if (value !== undefined) row[column.name] = value;
    }
  }
  return row;
}

function referred(table: Table, column: Column, rows: Rows): unknown {
  for (const { columns, target, targetColumns } of table.foreignKeys) {
    const place = columns.indexOf(column.name);
    const targetColumn = targetColumns[place];
    if (place >= 0 && targetColumn && rows.has(target)) return rows.get(target)?.[targetColumn];
  }
  // A reference that the database does not enforce is told by its name.
  const [, thing] = /^(\w+)_id$/.exec(column.name) ?? [];
  return thing && rows.get(`${thing}s`)?.id;
}

/** A value that fits, or nothing where the database has one of its own. */
function invented({ name, type, nullable, hasDefault, allowed }: Column, word: string, table: string): unknown {
  const [first] = allowed;
  if (first !== undefined) return hasDefault ? undefined : first;
  const number = ++planted;
  if (type === 'text') return `${word} ${number}`;
  if (type === 'jsonb') return JSON.stringify({ word: `${word} ${number}` });
  if (type === 'text[]') return [`${word} ${number}`];
  if (nullable || hasDefault) return undefined;
  if (/^(integer|bigint|smallint|numeric.*)$/.test(type)) return name === 'seq' ? -number : 1;
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  if (type === 'date') return new Date(number * 86_400_000).toISOString().slice(0, 10);
  if (type === 'timestamp with time zone') return new Date();
  if (type === 'boolean') return false;
  throw new Error(`nobody knows how to fill ${table}.${name} of type ${type}: teach the gardener`);
}

/** A table with one row per company has it already. */
async function insert(client: Querier, { name }: Table, row: Row): Promise<Row> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const text = `insert into ${name} (${columns.join(', ')}) values (${places.join(', ')}) on conflict do nothing returning *`;
  const { rows } = await client.query<Row>(kept(text, Object.values(row)));
  if (rows[0]) return rows[0];
  const standing = await client.query<Row>(kept(`select * from ${name} where company_id = $1 limit 1`, [row.company_id]));
  return standing.rows[0] ?? {};
}

/** Said tens of thousands of times: under a name of its own a connection reads and plans a statement once. */
function kept(text: string, values: unknown[]) {
  const name = names.get(text) ?? `kept_${names.size}`;
  names.set(text, name);
  return { name, text, values };
}
const names = new Map<string, string>();

/** Tables do not come and go while their rows are watched. */
const knownTables = new WeakMap<Querier, Table[]>();

/** What a running node renews by itself, whoever calls what. */
const renewed = new Map([
  ['connection_leases', 'expires_at'],
  ['user_presence', 'seen_at'],
  ['ticket_viewers', 'seen_at'],
]);
/** Sums that a job folds together every minute, whoever calls what. What they are sums of is watched itself. */
const folded = ['figure_changes', 'figure_days', 'ticket_totals', 'company_usage'];
/** What the platform's own people tell every company of is an event in each, and counted there: nothing of that company's changes. */
const toldToAll = (event: string) =>
  `(${event}.name = 'company-announcement' or ${event}.name = 'company-' || ${event}.company_id || '-help')`;
const ownCount = `(to_jsonb(t) || jsonb_build_object('event_seq', t.event_seq - (
  select count(*) from events e where e.company_id = t.company_id and ${toldToAll('e')})))::text`;
const wordsOf = (table: string) => {
  if (table === 'company_counters') return ownCount;
  return renewed.has(table) ? `(to_jsonb(t) - '${renewed.get(table)}')::text` : 't::text';
};

/** A fingerprint of all that one company has, and of what is shared, table by table. */
export async function fingerprint(client: Querier, companyId: number): Promise<Map<string, string>> {
  const tables = knownTables.get(client) ?? (await readTenantTables(client));
  knownTables.set(client, tables);
  const watched = tables.filter(({ name }) => !folded.includes(name));
  const parts = [
    ...watched.map(
      ({ name }) =>
        `
          select '${name}' as name, md5(string_agg(${wordsOf(name)}, '|' order by ${wordsOf(name)})) as print
          from ${name} t
          where company_id = $1 ${name === 'events' ? `and not ${toldToAll('t')}` : ''}`,
    ),
    `select 'plans', md5(string_agg(t::text, '|' order by t::text)) from plans t where $1::int is not null`,
  ];
  const { rows } = await client.query<{ name: string; print: string | null }>(kept(parts.join(' union all '), [companyId]));
  return new Map(rows.map(({ name, print }) => [name, print ?? 'nothing']));
}

export const differences = (before: Map<string, string>, after: Map<string, string>) =>
  [...after].filter(([name, print]) => before.get(name) !== print).map(([name]) => name);

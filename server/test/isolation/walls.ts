import { type Column, type Finding, isTenant, type Querier, readTables, type Table } from './catalogue.ts';
import { findDefiners, findViews } from './owner-rights.ts';

/** Tables that belong to no company. */
const ofNoCompany = [
  'announcements',
  'helps',
  'nodes',
  'plans',
  'platform_facts',
  'public_idempotency_keys',
  'rate_limits',
  'schema_migrations',
];

/** What the platform's own work may read of every company. No conversation, no contact, no content of an event or frame is here. */
const platformReads: Record<string, string[] | 'all'> = {
  plans: 'all',
  // What the platform itself says to everybody.
  announcements: 'all',
  helps: 'all',
  companies: 'all',
  platform_facts: 'all',
  nodes: 'all',
  company_counters: 'all',
  // Numbers of messages and of bytes.
  company_usage: 'all',
  connection_leases: 'all',
  // Only numbers of tickets by status, queue and user.
  ticket_totals: 'all',
  figure_changes: 'all',
  figure_days: 'all',
  settings: 'all',
  users: ['id', 'company_id', 'email', 'password_hash', 'profile'],
  sessions: ['id', 'company_id', 'expires_at'],
  session_refresh_tokens: ['hash', 'company_id', 'session_id', 'issued_at', 'used_at'],
  // Hashes of where people signed in, looked up before their company is known; and counts under hashes.
  known_sources: 'all',
  rate_limits: 'all',
  // Hashes and sealed answers of calls that belong to no company.
  public_idempotency_keys: 'all',
  connections: [
    'id',
    'company_id',
    'provider',
    'status',
    'wanted',
    'token_hash',
    'time_send_queue',
    'send_id_queue',
    'removed_at',
    'session_epoch',
  ],
  // That there are some, and how far each webhook has seen them; not what they say.
  events: ['company_id', 'created_at', 'seq'],
  idempotency_keys: ['created_at'],
  inbox: ['id', 'company_id', 'received_at', 'quarantined_at', 'retry_at'],
  // Which company is billed when, and what its charges are called; not how much.
  invoices: ['id', 'company_id', 'due_date'],
  charges: ['id', 'company_id', 'provider', 'txid', 'reference', 'status', 'checked_at', 'created_at'],
  // What went wrong, not with which words.
  alarms: 'all',
  // The row tells that an erasure is pending, not whose.
  erasures: ['id', 'company_id', 'requested_at', 'finished_at'],
  // Whose files nobody needs any more.
  media: ['company_id', 'orphaned_at'],
  outbox: ['id', 'company_id', 'connection_id', 'created_at'],
  read_marks: ['company_id', 'connection_id'],
  // That there is something to fetch, not what.
  file_fetches: ['company_id', 'connection_id', 'next_at'],
  // That somebody waits for a bill, not for whose.
  bill_lookups: ['company_id', 'state', 'leased_until', 'created_at'],
  // That something is to be sent, not what or to whom.
  schedules: ['company_id', 'due_at'],
  campaigns: ['company_id', 'id', 'due_at'],
  campaign_notes: ['company_id', 'campaign_id', 'created_at'],
  connection_ledger: ['at'],
  // Their age, and nothing of what they say.
  audit_entries: ['at'],
  // Whose turn it is, not whom they tell of what.
  webhooks: ['id', 'company_id', 'active', 'seen_seq', 'next_at', 'leased_until'],
  webhook_deliveries: ['company_id', 'webhook_id', 'state', 'next_at', 'created_at'],
  // That somebody asks for a code, not for which number.
  pairing_requests: ['company_id', 'connection_id', 'asked_at', 'answered_at'],
  // Who is there, on which node; not what they do. Of lookers-on only that there are some.
  user_presence: 'all',
  ticket_viewers: ['company_id', 'node', 'seen_at'],
};

/** What it may do to rows of every company, beside reading. */
const platformWrites: Record<string, string[]> = {
  plans: ['INSERT', 'UPDATE', 'DELETE'],
  announcements: ['INSERT', 'UPDATE', 'DELETE'],
  helps: ['INSERT', 'UPDATE', 'DELETE'],
  companies: ['INSERT', 'UPDATE', 'DELETE'],
  platform_facts: ['INSERT', 'UPDATE'],
  nodes: ['INSERT', 'UPDATE', 'DELETE'],
  // Events for every company are numbered in each.
  company_counters: ['INSERT', 'UPDATE'],
  company_usage: ['INSERT', 'DELETE'],
  connection_leases: ['INSERT', 'UPDATE', 'DELETE'],
  // Making a company is recorded with it; entries past their retention are deleted.
  audit_entries: ['INSERT', 'DELETE'],
  ticket_totals: ['INSERT', 'DELETE'],
  figure_changes: ['DELETE'],
  figure_days: ['INSERT', 'UPDATE'],
  settings: ['INSERT'],
  users: ['INSERT'],
  sessions: ['DELETE'],
  session_refresh_tokens: ['DELETE'],
  known_sources: ['DELETE'],
  connection_ledger: ['DELETE'],
  bill_lookups: ['DELETE'],
  webhook_deliveries: ['DELETE'],
  pairing_requests: ['DELETE'],
  rate_limits: ['INSERT', 'UPDATE', 'DELETE'],
  public_idempotency_keys: ['INSERT', 'UPDATE', 'DELETE'],
  events: ['INSERT', 'DELETE'],
  idempotency_keys: ['DELETE'],
  invoices: ['INSERT'],
  // A node that died leaves people on line and at tickets; whoever notices ends it.
  user_presence: ['UPDATE'],
  ticket_viewers: ['UPDATE', 'DELETE'],
};

/** What the application may do where it may not do everything. Companies come and go by the platform's hand. */
const appUses: Record<string, string[]> = {
  plans: ['SELECT'],
  announcements: ['SELECT'],
  helps: ['SELECT'],
  companies: ['SELECT', 'UPDATE'],
};

/** Columns that name a row of the company and hold no reference: copies of what another reference of the row keeps, and counts. */
const unheld = [
  'messages.connection_id',
  'idempotency_keys.user_id',
  'ticket_totals.queue_id',
  'ticket_totals.user_id',
  // The audit outlives whom it is about.
  'bill_disclosures.ticket_id',
  'bill_disclosures.contact_id',
  'audit_entries.user_id',
  'erasures.contact_id',
];
const roles = ['prosa_app', 'prosa_platform', 'prosa_jobs'];

/** The walls as they stand in the catalogue: policies, keys, roles and rights. */
export async function findWallGaps(client: Querier): Promise<Finding[]> {
  const parts = [findPolicyGaps, findRoleGaps, findPlatformReach, findAppRights, findDefiners, findViews];
  const tables = await readTables(client);
  const findings = findKeyGaps(tables);
  for (const part of parts) findings.push(...(await part(client, tables)));
  return findings;
}

type Policy = {
  table: string;
  secured: boolean;
  forced: boolean;
  policy: string | null;
  roles: string[] | null;
  using: string | null;
  check: string | null;
  command: string | null;
  permissive: boolean;
};
const companyOnly = '(company_id = current_company())';

/** Of these tables. */
export async function findPolicyGaps(client: Querier, tables: Table[]): Promise<Finding[]> {
  const { rows } = await client.query<Policy>(
    `
    select c.relname as table, c.relrowsecurity as secured, c.relforcerowsecurity as forced, p.polname as policy,
      p.polcmd as command, p.polpermissive as permissive,
      array(select rolname::text from pg_roles where oid = any(p.polroles)) as roles,
      pg_get_expr(p.polqual, c.oid) as using,
      pg_get_expr(p.polwithcheck, c.oid) as check
    from pg_class c
    left join pg_policy p on p.polrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1)`,
    [tables.map(({ name }) => name)],
  );
  return tables
    .filter(({ name }) => !ofNoCompany.includes(name))
    .flatMap((table) => {
      const own = rows.filter((row) => row.table === table.name);
      const forApp = own.filter(({ roles: names }) => names?.includes('prosa_app') || names?.length === 0);
      const [policy] = forApp;
      const gaps = [
        !isTenant(table) && 'belongs to no company and is not on the short list',
        own.some(({ secured }) => !secured) && 'has no row security',
        own.some(({ forced }) => !forced) && 'does not bind its owner',
        (forApp.length !== 1 || policy?.using !== companyOnly || policy.check !== companyOnly || policy.command !== '*') &&
          'has not just the one policy of the company’s own rows',
        table.columns.some(({ name, nullable }) => name === 'company_id' && nullable && table.name !== 'companies') &&
          'takes rows without a company',
      ];
      return gaps.filter((what) => what !== false).map((what) => ({ where: table.name, what }));
    });
}

/** A reference from one company's row to another's can not be written. */
export function findKeyGaps(tables: Table[]): Finding[] {
  const tenants = new Set(tables.filter(isTenant).map(({ name }) => name));
  return tables.filter(isTenant).flatMap(({ name, columns, foreignKeys }) => [
    ...foreignKeys
      .filter(({ target }) => tenants.has(target))
      .filter((key) => {
        const place = key.columns.indexOf('company_id');
        return place < 0 || key.targetColumns[place] !== (key.target === 'companies' ? 'id' : 'company_id');
      })
      .map((key) => ({ where: name, what: `(${key.columns.join(', ')}) points at ${key.target} without the company` })),
    ...columns
      .filter((column) => tenants.has(pointedAt(column)) && !unheld.includes(`${name}.${column.name}`))
      .filter((column) => !foreignKeys.some((key) => key.columns.includes(column.name)))
      .map((column) => ({ where: name, what: `${column.name} may name what is not there, or is another company’s` })),
  ]);
}

const namedOtherwise: Record<string, string> = {
  quoted: 'messages',
  media: 'media',
  parent: 'queue_options',
  owner: 'users',
  sender: 'users',
  shipping: 'campaign_shippings',
  question: 'messages',
  reverses: 'payments',
};

/** The table that a column names a row of, told by its name. */
function pointedAt({ name, type }: Column): string {
  if (!['integer', 'bigint', 'uuid'].includes(type)) return '';
  const [, thing = ''] = /^(\w+)_id$/.exec(name) ?? [];
  if (thing === 'company') return '';
  return namedOtherwise[thing] ?? `${thing}s`;
}

async function findRoleGaps(client: Querier): Promise<Finding[]> {
  const { rows } = await client.query<{ role: string; what: string }>(
    `
    select rolname as role, 'is a superuser, bypasses policies, or may make roles or databases' as what
    from pg_roles
    where rolname = any($1) and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)
    union all
    select pg_get_userbyid(relowner), 'owns ' || relname
    from pg_class
    where pg_get_userbyid(relowner) = any($1)
    union all
    select pg_get_userbyid(proowner), 'owns the function ' || proname
    from pg_proc
    where pg_get_userbyid(proowner) = any($1)
    union all
    select pg_get_userbyid(nspowner), 'owns the schema ' || nspname
    from pg_namespace
    where pg_get_userbyid(nspowner) = any($1)
    union all
    select r.rolname, 'belongs to ' || g.rolname
    from pg_auth_members m
    join pg_roles r on r.oid = m.member
    join pg_roles g on g.oid = m.roleid
    where r.rolname = any($1)
    union all
    select r, 'may make things in the schema ' || nspname
    from pg_namespace, unnest($1::text[]) as r
    where nspname not like 'pg\\_%' and nspname <> 'information_schema' and has_schema_privilege(r, oid, 'create')
    union all
    select r, 'reaches the job tables'
    from pg_namespace, unnest($1::text[]) as r
    where nspname = 'graphile_worker' and r <> 'prosa_jobs' and has_schema_privilege(r, oid, 'usage')
    union all
    select 'prosa_jobs', 'reaches ' || relname
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p', 'v', 'm')
      and (has_table_privilege('prosa_jobs', oid, 'select, insert, update, delete')
        or has_any_column_privilege('prosa_jobs', oid, 'select, insert, update'))
    union all
    select r, 'may empty ' || relname
    from pg_class, unnest($1::text[]) as r
    where relnamespace = 'public'::regnamespace
      and relkind = 'r'
      and has_table_privilege(r, oid, 'truncate, trigger, references')`,
    [roles],
  );
  return rows.map(({ role, what }) => ({ where: role, what }));
}

/** Column by column, what the platform's role can read and, table by table, what it can write, against what it is meant to. */
async function findPlatformReach(client: Querier): Promise<Finding[]> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and has_column_privilege('prosa_platform', c.oid, a.attnum, 'select')`);
  const { rows: written } = await client.query<{ table: string; verb: string }>(`
    select c.relname as table, verb from pg_class c, unnest(array['INSERT', 'UPDATE', 'DELETE']) as verb
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (has_table_privilege('prosa_platform', c.oid, verb)
      or (verb <> 'DELETE' and has_any_column_privilege('prosa_platform', c.oid, verb)))`);
  const meant = (table: string, column: string) => platformReads[table] === 'all' || platformReads[table]?.includes(column);
  return [
    ...rows
      .filter(({ table, column }) => !meant(table, column))
      .map(({ table, column }) => ({ where: 'prosa_platform', what: `reads ${table}.${column}` })),
    ...written
      .filter(({ table, verb }) => !platformWrites[table]?.includes(verb))
      .map(({ table, verb }) => ({ where: 'prosa_platform', what: `may ${verb} on ${table}` })),
  ];
}

async function findAppRights(client: Querier, tables: Table[]): Promise<Finding[]> {
  const { rows } = await client.query<{ table: string; right: string }>(`
    select c.relname as table, verb as right from pg_class c, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as verb
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('prosa_app', c.oid, verb)`);
  const tenants = new Set(tables.filter(isTenant).map(({ name }) => name));
  return rows
    .filter(({ table, right }) => !(appUses[table]?.includes(right) ?? tenants.has(table)))
    .map(({ table, right }) => ({ where: 'prosa_app', what: `may ${right} on ${table}` }));
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { adminEmail, agentEmail, password } from './generate.ts';
import { type HttpLoad, openHttpLoad } from './http-load.ts';
import type { Options } from './options.ts';
import { startProduct, tokenOf } from './processes.ts';
import { openSite, type Site } from './site.ts';
import { statementsSent } from './statements.ts';
import { median, quantile } from './statistics.ts';
import { phoneNumber } from './words.ts';

/**
 * What the screens of the service read, and by how many statements whatever the company's size: begin, the session and commit among
 * them.
 */
const reads: Array<{ name: string; who: string; statements: number; path: (site: Site) => string }> = [
  { name: 'own open tickets', who: agentEmail, statements: 6, path: () => '/tickets?status=open' },
  { name: 'waiting tickets of an agent', who: agentEmail, statements: 6, path: () => '/tickets?status=pending' },
  { name: 'closed tickets of an agent', who: agentEmail, statements: 6, path: () => '/tickets?status=closed' },
  { name: 'all closed tickets', who: adminEmail, statements: 6, path: () => '/tickets?status=closed&showAll=true' },
  { name: 'all tickets with unread messages', who: adminEmail, statements: 6, path: () => '/tickets?showAll=true&withUnreadMessages=true' },
  { name: 'newest page of a conversation', who: adminEmail, statements: 7, path: ({ generated }) => `/messages/${generated.tickets - 70}` },
  { name: 'newest page of the longest one', who: adminEmail, statements: 7, path: ({ generated }) => `/messages/${generated.tickets}` },
  { name: 'its page 100', who: adminEmail, statements: 7, path: ({ generated }) => `/messages/${generated.tickets}?pageNumber=100` },
  { name: 'dashboard of 30 days', who: adminEmail, statements: 6, path: () => '/dashboard?days=30' },
  { name: 'finished tickets of 30 days', who: adminEmail, statements: 6, path: () => '/dashboard/rows?figure=supportFinished&days=30' },
  { name: 'first page of contacts', who: adminEmail, statements: 6, path: () => '/contacts' },
  { name: 'contacts by two names', who: adminEmail, statements: 6, path: () => '/contacts?searchParam=mari%20silva' },
  { name: 'contacts by number', who: adminEmail, statements: 6, path: () => `/contacts?searchParam=${phoneNumber(4_321)}` },
  { name: 'contacts by words nobody has', who: adminEmail, statements: 5, path: () => '/contacts?searchParam=xyzw' },
  { name: 'contacts by two letters nobody has', who: adminEmail, statements: 5, path: () => '/contacts?searchParam=qj' },
  { name: 'contacts by a common name', who: adminEmail, statements: 6, path: () => '/contacts?searchParam=ana' },
  { name: 'messages by a rare word', who: adminEmail, statements: 6, path: () => `/messages/search?searchParam=${rareWord}` },
  { name: 'messages by a word of every tenth', who: adminEmail, statements: 6, path: () => '/messages/search?searchParam=boleto' },
  { name: 'messages by common words, agent', who: agentEmail, statements: 6, path: () => '/messages/search?searchParam=bom%20dia' },
  { name: 'tickets by name', who: adminEmail, statements: 7, path: () => '/tickets?showAll=true&searchParam=mariana%20teixeira' },
  { name: 'tickets by a rare word', who: adminEmail, statements: 7, path: () => `/tickets?showAll=true&searchParam=${rareWord}` },
];
const rareWord = 'jabuticaba';
const calls = 60;

export type Grown = {
  name: string;
  stated: number;
  statements: number[];
  times: Array<{ p50: number; p99: number }>;
  /** Tables read from one end to the other. */
  wholeTables: string[];
};
export type GrowthResult = { sizes: number[]; reads: Grown[] };

/** The same reads in a company of a tenth of the size and in the whole one, one call at a time. */
export async function measureGrowth(options: Options, site: Site, say: (line: string) => void): Promise<GrowthResult> {
  const tenth = await openSite({ ...options, tickets: options.tickets / 10, messages: options.messages / 10 }, say);
  try {
    const small = await measureSite(tenth, say);
    const large = await measureSite(site, say);
    return {
      sizes: [tenth.generated.tickets, site.generated.tickets],
      reads: reads.map(({ name, statements }, place) => {
        const both = [small[place], large[place]].filter((each) => each !== undefined);
        return {
          name,
          stated: statements,
          statements: both.map((each) => each.statements),
          times: both.map(({ p50, p99 }) => ({ p50, p99 })),
          wholeTables: [...new Set(both.flatMap((each) => each.wholeTables))],
        };
      }),
    };
  } finally {
    await tenth.close();
  }
}

type Measured = { statements: number; p50: number; p99: number; wholeTables: string[] };

async function measureSite(site: Site, say: (line: string) => void): Promise<Measured[]> {
  const owner = new pg.Client({ connectionString: site.url });
  // Nothing that works by itself, so that every statement counted was sent for a call.
  const product = await startProduct(site.dataDir, password, 'web');
  try {
    await owner.connect();
    await sayRareWord(owner, site);
    const tokens = new Map<string, string>();
    for (const email of [adminEmail, agentEmail]) tokens.set(email, await tokenOf(product.url, email));
    const loads = reads.map(({ who, path }) =>
      openHttpLoad({ url: `${product.url}${path(site)}`, headers: { authorization: `Bearer ${tokens.get(who)}` } }),
    );
    const measured: Measured[] = [];
    for (const [place, load] of loads.entries()) {
      measured.push({ ...(await callInTurn(load, owner)), wholeTables: [] });
      say(`  ${reads[place]?.name}: ${measured.at(-1)?.p50.toFixed(1)} ms, ${measured.at(-1)?.statements} statements`);
    }
    for (const [place, tables] of (await wholeTablesRead(owner, site, loads)).entries()) measured[place]?.wholeTables.push(...tables);
    for (const load of loads) load.close();
    return measured;
  } finally {
    await owner.end();
    await product.stop();
  }
}

async function callInTurn(load: HttpLoad, owner: pg.Client): Promise<Omit<Measured, 'wholeTables'>> {
  const latencies: number[] = [];
  const statements: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const before = await statementsSent(owner);
    const asked = performance.now();
    const { status } = await load.once();
    const took = performance.now() - asked;
    if (status !== 200) throw new Error(`the call was answered with ${status}`);
    // The first ones find what they read not yet in memory.
    if (call >= 5) latencies.push(took);
    statements.push((await statementsSent(owner)) - before);
  }
  return { statements: median(statements), p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

/** PostgreSQL tells the plan of every statement it runs, those inside functions too: which big tables does a call read from end to end? */
async function wholeTablesRead(owner: pg.Client, site: Site, loads: HttpLoad[]): Promise<string[][]> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
  };
  const log = join(site.dataDir, 'postgres.log');
  const found: string[][] = [];
  try {
    for (const [name, value] of Object.entries(settings)) await owner.query(`alter system set ${name} = '${value}'`);
    await owner.query('select pg_reload_conf()');
    // Only connections that begin now will tell.
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'prosa_app'`);
    await sleep(500);
    for (const load of loads) {
      const told = (await readFile(log)).length;
      await load.once();
      await sleep(150);
      const plans = (await readFile(log)).subarray(told).toString();
      if (!plans.includes('plan:')) throw new Error('PostgreSQL did not tell its plans');
      found.push([...plans.matchAll(/Seq Scan on (?:public\.)?(tickets|messages|contacts)\b/g)].map(([, name = '']) => name));
    }
  } finally {
    for (const name of Object.keys(settings)) await owner.query(`alter system reset ${name}`);
    await owner.query('select pg_reload_conf()');
  }
  return found;
}

async function sayRareWord(owner: pg.Client, { generated }: Site): Promise<void> {
  await owner.query(
    `
      insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, ack,
        read, created_at)
      select t.company_id, t.id, t.connection_id, t.contact_id, c.number, false, 'RARE',
        'Tem geleia de ' || $2 || '?', 0, true, t.updated_at
      from tickets t
      join contacts c on c.id = t.contact_id
      where t.id = $1
      on conflict do nothing`,
    [Math.floor(generated.tickets / 3), rareWord],
  );
}

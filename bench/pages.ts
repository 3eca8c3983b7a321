import { ticketsApi } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { threadStatements } from '../server/src/capabilities/messages/thread.queries.ts';
import { pageStatement, rangesSource } from '../server/src/capabilities/tickets/ticket-list.queries.ts';
import type { Actor } from '../server/src/platform/database/scope.ts';
import type { BareInput, BareResult } from './bare-routes.ts';
import { adminEmail, agentEmail, password } from './generate.ts';
import { type HttpLoad, openHttpLoad } from './http-load.ts';
import type { Options } from './options.ts';
import { metricsOf, type Server, startHelper, startProduct, tokenOf } from './processes.ts';
import type { Site } from './site.ts';
import { type Costly, costliest, statementsSent } from './statements.ts';
import { type Figures, figuresOf, median, type Round, ratioOf } from './statistics.ts';

export type Page = {
  name: string;
  path: string;
  required: boolean;
  load: Figures;
  baseline: Figures;
  ratio: number;
  /** Messages to the database, and the statements in them: the first brings begin, the company and the session at once. */
  roundTrips: number;
  statements: number;
  cpuMicroseconds: number;
  costliest: Costly[];
};
export type PagesResult = { pages: Page[]; busyMegabytes: number };

type Wanted = { name: string; email: string; path: string; required: boolean; rows: number; bare: SQL | undefined };

/** Who asks for what, and the one statement that the bare route runs for it; none where it answers out of nothing. */
async function wantedPages(owner: pg.Client, { generated }: Site): Promise<Wanted[]> {
  const admin = await actorOf(owner, generated.companyId, adminEmail);
  const agent = await actorOf(owner, generated.companyId, agentEmail);
  const list = (name: string, actor: Actor, asked: Record<string, string>, required: boolean): Wanted => {
    const query = ticketsApi.list.query.parse(asked);
    const bare = pageStatement(rangesSource(actor, query), query);
    return { name, email: actor.email, path: `/tickets?${new URLSearchParams(asked)}`, required, rows: 40, bare };
  };
  const long = await threadOf(owner, generated.tickets);
  return [
    list('admin, all closed tickets', admin, { status: 'closed', showAll: 'true' }, true),
    list('admin, all tickets', admin, { showAll: 'true' }, true),
    list('agent, closed tickets of their queues', agent, { status: 'closed' }, true),
    list('agent, waiting tickets of their queues', agent, { status: 'pending' }, true),
    list('admin, all closed tickets, page 100', admin, { status: 'closed', showAll: 'true', pageNumber: '100' }, false),
    {
      name: 'a page of the longest conversation',
      email: adminEmail,
      path: `/messages/${long.id}`,
      required: false,
      rows: 20,
      bare: threadStatements(long, 1).page,
    },
    { name: 'who am I, against a route that asks nothing', email: adminEmail, path: '/auth/me', required: false, rows: 0, bare: undefined },
  ];
}

async function threadOf(owner: pg.Client, id: number) {
  const { rows } = await owner.query<{ contactId: number; whatsappId: number }>(
    'select contact_id as "contactId", connection_id as "whatsappId" from tickets where id = $1',
    [id],
  );
  if (!rows[0]) throw new Error(`ticket ${id} is not there`);
  return { id, ...rows[0] };
}

async function actorOf(owner: pg.Client, companyId: number, email: string): Promise<Actor> {
  const { rows } = await owner.query<Pick<Actor, 'userId' | 'profile' | 'queueIds'>>(
    `select u.id as "userId", u.profile, array(select queue_id from user_queues q where q.user_id = u.id order by 1) as "queueIds"
     from users u where u.company_id = $1 and u.email = $2`,
    [companyId, email],
  );
  if (!rows[0]) throw new Error(`${email} is not there`);
  return { ...rows[0], companyId, email, sessionId: undefined, name: '', super: false, allTicket: false };
}

/** The product over HTTP, against a bare route over HTTP that runs the page's statement and nothing else. */
export async function measurePages(options: Options, site: Site, say: (line: string) => void): Promise<PagesResult> {
  const product = await startProduct(site.dataDir, password);
  const owner = new pg.Client({ connectionString: site.url });
  try {
    await owner.connect();
    const wanted = await wantedPages(owner, site);
    const dialect = new PgDialect({ casing: 'snake_case' });
    const statements = wanted.flatMap(({ bare }) => {
      if (!bare) return [];
      const { sql: text, params: values } = dialect.sqlToQuery(bare);
      return [{ text, values }];
    });
    const input: BareInput = { url: site.url, companyId: site.generated.companyId, statements };
    const bare = await startHelper<BareResult>('bare-routes.ts', input);
    const pages: Page[] = [];
    try {
      for (const [place, page] of wanted.entries()) {
        const token = await tokenOf(product.url, page.email);
        const load = openHttpLoad({ url: `${product.url}${page.path}`, headers: { authorization: `Bearer ${token}` } });
        const baseline = openHttpLoad({ url: `${bare.result.url}/${page.bare ? place : 'nothing'}`, headers: {} });
        await assertSame(page, load, baseline);
        pages.push(await measure(options, page, { load, baseline, product, owner }));
        say(`  ${page.name}: ${pages.at(-1)?.ratio.toFixed(2)} of the bare route`);
        load.close();
        baseline.close();
      }
    } finally {
      await bare.stop();
    }
    const { rssMegabytes } = await metricsOf(product.url);
    return { pages, busyMegabytes: rssMegabytes };
  } finally {
    await owner.end();
    await product.stop();
  }
}

/** Both sides must show the same rows, or the ratio says nothing. */
async function assertSame({ name, rows, bare }: Wanted, load: HttpLoad, baseline: HttpLoad): Promise<void> {
  if (!bare) return;
  const [shown, plain] = [await load.once(), await baseline.once()];
  const answer: { tickets?: Array<{ id: number }>; messages?: Array<{ id: number }> } = JSON.parse(shown.body);
  const expected: Array<{ ticket?: { id: number }; message?: { id: number } }> = JSON.parse(plain.body);
  const ids = (answer.messages?.toReversed() ?? answer.tickets ?? []).map(({ id }) => id);
  const wanted = expected.slice(0, rows).map(({ ticket, message }) => (message ?? ticket)?.id);
  if (ids.length === 0 || ids.join() !== wanted.join())
    throw new Error(`${name}: the product showed ${ids.length} rows, the bare route ${expected.length}, or others`);
}

type Stand = { load: HttpLoad; baseline: HttpLoad; product: Server; owner: pg.Client };

async function measure({ seconds, rounds }: Options, page: Wanted, { load, baseline, product, owner }: Stand): Promise<Page> {
  const loads: Round[] = [];
  const baselines: Round[] = [];
  const perCall: Array<{ roundTrips: number; statements: number; cpu: number }> = [];
  const counted = async () => ({ ...(await metricsOf(product.url)), sent: await statementsSent(owner) });
  await baseline.round(1);
  await load.round(1);
  for (let round = 0; round < rounds; round += 1) {
    baselines.push(await baseline.round(seconds));
    const before = await counted();
    const done = await load.round(seconds);
    const after = await counted();
    loads.push(done);
    perCall.push({
      roundTrips: (after.roundTrips - before.roundTrips) / done.done,
      statements: (after.sent - before.sent) / done.done,
      cpu: ((after.cpuSeconds - before.cpuSeconds) * 1_000_000) / done.done,
    });
  }
  return {
    name: page.name,
    path: page.path,
    required: page.required,
    load: figuresOf(loads),
    baseline: figuresOf(baselines),
    ratio: ratioOf(loads, baselines),
    roundTrips: median(perCall.map(({ roundTrips }) => roundTrips)),
    statements: median(perCall.map(({ statements }) => statements)),
    cpuMicroseconds: median(perCall.map(({ cpu }) => cpu)),
    costliest: await costliest(owner, () => load.round(seconds)),
  };
}

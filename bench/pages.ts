import { ticketsApi } from '@prosa/contracts/tickets';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { threadStatements } from '../server/src/capabilities/messages/thread.queries.ts';
import { pageStatement, rangesSource } from '../server/src/capabilities/tickets/ticket-list.queries.ts';
import type { Actor } from '../server/src/platform/database/scope.ts';
import type { BareInput, BareResult } from './bare-routes.ts';
import { adminEmail, agentEmail, password } from './generate.ts';
import { busyQueue, closedOfQueue, monthOfFigures, oneTicket, pageOfMessages, type Statement, whoAmI } from './hand-written.ts';
import { type HttpLoad, openHttpLoad } from './http-load.ts';
import type { Options } from './options.ts';
import { metricsOf, type Server, startHelper, startProduct, tokenOf } from './processes.ts';
import type { Site } from './site.ts';
import { type Costly, costliest, planningOf, statementsSent } from './statements.ts';
import { type Figures, figuresOf, median, type Round, ratioOf } from './statistics.ts';

export type Page = {
  name: string;
  path: string;
  required: boolean;
  load: Figures;
  baseline: Figures;
  ratio: number;
  /** Against one hand-written query by keyset, where there is such a measure. */
  hand?: { load: Figures; ratio: number; atLeast: number } | undefined;
  /** Messages to the database, and the statements in them: the first brings begin, the company and the session at once. */
  roundTrips: number;
  statements: number;
  planningMilliseconds: number;
  cpuMicroseconds: number;
  costliest: Costly[];
};
export type PagesResult = { pages: Page[]; busyMegabytes: number };

type Hand = { statement: Statement; atLeast: number };
type Wanted = { name: string; email: string; path: string; required: boolean; rows: number; bare: SQL | undefined; hand?: Hand };

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
  const { companyId } = generated;
  const queue = await busyQueue(owner, companyId);
  const ofQueue = { status: 'closed', showAll: 'true', queueIds: `[${queue}]` };
  const admins = { email: adminEmail, required: false };
  return [
    list('admin, all closed tickets', admin, { status: 'closed', showAll: 'true' }, true),
    list('admin, all tickets', admin, { showAll: 'true' }, true),
    list('agent, closed tickets of their queues', agent, { status: 'closed' }, true),
    list('agent, waiting tickets of their queues', agent, { status: 'pending' }, true),
    list('admin, all closed tickets, page 100', admin, { status: 'closed', showAll: 'true', pageNumber: '100' }, false),
    {
      ...list('admin, closed tickets of one queue', admin, ofQueue, false),
      hand: { statement: closedOfQueue(companyId, queue), atLeast: 0.35 },
    },
    {
      ...admins,
      name: 'one ticket, against a route that asks nothing',
      path: `/tickets/${long.id}`,
      rows: 0,
      bare: undefined,
      hand: { statement: oneTicket(companyId, long.id), atLeast: 0.35 },
    },
    {
      ...admins,
      name: 'a page of the longest conversation',
      path: `/messages/${long.id}`,
      rows: 20,
      bare: threadStatements(long, 1).page,
      hand: { statement: pageOfMessages(companyId, long.id), atLeast: 0.25 },
    },
    {
      ...admins,
      name: 'who am I, against a route that asks nothing',
      path: '/auth/me',
      rows: 0,
      bare: undefined,
      hand: { statement: whoAmI(companyId, adminEmail), atLeast: 0.25 },
    },
    {
      ...admins,
      name: 'dashboard of 30 days, against a route that asks nothing',
      path: '/dashboard?days=30',
      rows: 0,
      bare: undefined,
      hand: { statement: monthOfFigures(companyId), atLeast: 0.5 },
    },
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
    `
      select u.id as "userId", u.profile,
        array(select queue_id from user_queues q where q.user_id = u.id order by 1) as "queueIds"
      from users u
      where u.company_id = $1 and u.email = $2`,
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
    const input: BareInput = { url: site.url, companyId: site.generated.companyId, statements: bareStatements(wanted) };
    const bare = await startHelper<BareResult>('bare-routes.ts', input);
    const pages: Page[] = [];
    try {
      for (const [place, page] of wanted.entries()) {
        const token = await tokenOf(product.url, page.email);
        const load = openHttpLoad({ url: `${product.url}${page.path}`, headers: { authorization: `Bearer ${token}` } });
        const baseline = openHttpLoad({ url: `${bare.result.url}/${page.bare ? `own-${place}` : 'nothing'}`, headers: {} });
        const hand = page.hand && openHttpLoad({ url: `${bare.result.url}/hand-${place}`, headers: {} });
        await assertSame(page, load, baseline);
        const measured = await measure(options, page, { load, baseline, hand, product, owner });
        pages.push(measured);
        const byHand = measured.hand ? `, ${measured.hand.ratio.toFixed(2)} of a query by hand` : '';
        const costs = `${measured.roundTrips.toFixed(1)} round trips, ${measured.planningMilliseconds.toFixed(2)} ms of planning`;
        say(`  ${page.name}: ${measured.ratio.toFixed(2)} of the bare route${byHand}; ${costs}`);
        for (const each of [load, baseline, hand]) each?.close();
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

function bareStatements(wanted: Wanted[]): BareInput['statements'] {
  const dialect = new PgDialect({ casing: 'snake_case' });
  const own = wanted.flatMap(({ bare }, place) => {
    if (!bare) return [];
    const { sql: text, params: values } = dialect.sqlToQuery(bare);
    return [[`own-${place}`, { text, values }] as const];
  });
  const hand = wanted.flatMap((page, place) => (page.hand ? [[`hand-${place}`, page.hand.statement] as const] : []));
  return Object.fromEntries([...own, ...hand]);
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

type PagesBench = { load: HttpLoad; baseline: HttpLoad; hand: HttpLoad | undefined; product: Server; owner: pg.Client };

async function measure({ seconds, rounds }: Options, page: Wanted, { load, baseline, hand, product, owner }: PagesBench): Promise<Page> {
  const loads: Round[] = [];
  const baselines: Round[] = [];
  const hands: Round[] = [];
  const perCall: Array<{ roundTrips: number; statements: number; cpu: number }> = [];
  const counted = async () => ({ ...(await metricsOf(product.url)), sent: await statementsSent(owner) });
  await baseline.round(1);
  await hand?.round(1);
  await load.round(1);
  for (let round = 0; round < rounds; round += 1) {
    baselines.push(await baseline.round(seconds));
    const before = await counted();
    const done = await load.round(seconds);
    const after = await counted();
    loads.push(done);
    if (hand) hands.push(await hand.round(seconds));
    perCall.push({
      roundTrips: (after.roundTrips - before.roundTrips) / done.done,
      statements: (after.sent - before.sent) / done.done,
      cpu: ((after.cpuSeconds - before.cpuSeconds) * 1_000_000) / done.done,
    });
  }
  let planned = 0;
  const costly = await costliest(owner, async () => {
    planned = (await load.round(seconds)).done;
  });
  return {
    name: page.name,
    path: page.path,
    required: page.required,
    hand: page.hand && { load: figuresOf(hands), ratio: ratioOf(loads, hands), atLeast: page.hand.atLeast },
    load: figuresOf(loads),
    baseline: figuresOf(baselines),
    ratio: ratioOf(loads, baselines),
    roundTrips: median(perCall.map(({ roundTrips }) => roundTrips)),
    statements: median(perCall.map(({ statements }) => statements)),
    cpuMicroseconds: median(perCall.map(({ cpu }) => cpu)),
    planningMilliseconds: planningOf(costly, planned),
    costliest: costly,
  };
}

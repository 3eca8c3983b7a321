import { DashboardRowsQuery, dashboardApi } from '@prosa/contracts/dashboard';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { planSettings } from '../../platform/database/kept-statements.ts';
import { type Actor, inScope } from '../../platform/database/scope.ts';
import { dashboardStatement } from './dashboard.queries.ts';
import { rowStatements } from './rows.queries.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const many = 20_000;
let admin: Client;
let supervisor: Client;
let queueId: number;

/** Closed tickets over sixty days, one every four minutes, made at once by the database. */
beforeAll(async () => {
  admin = await world.company();
  queueId = await world.queue(admin);
  supervisor = await world.colleague(admin, 'supervisor', { queueIds: [queueId] });
  const whatsappId = await world.connection(admin);
  const company = admin.user.companyId;
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `
      insert into contacts (company_id, name, number)
      select $1, 'Cliente ' || n, (5511900000000 + n)::text
      from generate_series(1, ${many}) n`,
    [company],
  );
  await owner.query(
    `
      insert into tickets (company_id, code, status, user_id, queue_id, connection_id, contact_id, created_at, updated_at, closed_at)
      select $1, n::text, 'closed', $2, case when n % 10 = 0 then $3::int end, $4, c.id, at, at + interval '1 hour', at + interval '1 hour'
      from generate_series(1, ${many}) n
      join contacts c on c.company_id = $1 and c.number = (5511900000000 + n)::text
      cross join lateral (select now() - n * interval '4 minutes' as at) t`,
    [company, supervisor.user.id, queueId, whatsappId],
  );
  await owner.query(
    `
      insert into ticket_history (company_id, ticket_id, at, what, to_value)
      select t.company_id, t.id, t.created_at + s.nth * interval '30 minutes', 'step', s.status
      from tickets t
      cross join unnest(array['pending', 'open', 'closed']) with ordinality s(status, nth)
      where t.company_id = $1
      order by t.id, s.nth`,
    [company],
  );
  await owner.query('select rebuild_figures($1)', [company]);
  await owner.query(
    `
      insert into figure_days (company_id, figure, day, place, attendant, tickets, measured, amount)
      select company_id, figure, (at at time zone 'UTC')::date, place, attendant, count(*), count(amount), coalesce(sum(amount), 0)
      from ticket_figures
      where company_id = $1
      group by 1, 2, 3, 4, 5`,
    [company],
  );
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze');
});

type Node = Record<string, unknown> & { Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const growing = ['tickets', 'ticket_figures', 'figure_days', 'figure_changes', 'ticket_history', 'ticket_ratings'];
const read = (nodes: Node[], table: string) =>
  nodes
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, node) =>
        sum + (Number(node['Actual Rows'] ?? 0) + Number(node['Rows Removed by Filter'] ?? 0)) * Number(node['Actual Loops'] ?? 1),
      0,
    );

/** What PostgreSQL did for the kept statement, by the plan that a connection keeps. */
async function planOfDashboard(person: Client): Promise<Node[]> {
  const { user } = person;
  const actor: Actor = { ...user, userId: user.id, sessionId: undefined, allTicket: false, queueIds: [queueId] };
  const { text, values } = dashboardStatement(actor, { days: 30 }, world.clock());
  const given = values.map((value) => (value === null ? 'null' : Array.isArray(value) ? `'{${value.join()}}'` : `'${value}'`)).join();
  await owner.query('begin');
  try {
    await owner.query('set local role prosa_app');
    await owner.query(`select set_config('app.company_id', '${user.companyId}', true)`);
    for (const [name, value] of Object.entries(planSettings)) await owner.query(`select set_config('${name}', '${value}', true)`);
    await owner.query(`prepare figures as ${text}`);
    const { rows } = await owner.query<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(
      `explain (analyze, timing off, format json) execute figures(${given})`,
    );
    return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
  } finally {
    await owner.query('rollback');
    await owner.query('deallocate all');
  }
}

test.each(['admin', 'supervisor'] as const)(
  '30 days of a large company are read from the sums of days and the ends of the period (%s)',
  async (who) => {
    const nodes = await planOfDashboard(who === 'admin' ? admin : supervisor);
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && growing.includes(String(node['Relation Name'])));
    expect(whole).toEqual([]);
    expect(read(nodes, 'figure_days')).toBeGreaterThan(0);
    // One day of tickets for each kind of figure, not thirty.
    expect(read(nodes, 'ticket_figures')).toBeLessThan(4 * 2 * 360);
    expect(read(nodes, 'tickets')).toBeLessThan(2 * 360);
    expect(read(nodes, 'ticket_history')).toBe(0);
  },
);

test('it is one round trip whatever the period, and the rows behind a figure are a page of their index', async () => {
  const show = (days: number) => admin.call(dashboardApi.show, { query: { days } });
  await show(3);
  for (const days of [3, 30, 90]) {
    const before = await statementsSent(world.server.url, 'request');
    await show(days);
    expect((await statementsSent(world.server.url, 'request')) - before, `${days} days`).toBe(1);
  }
  const claims = await world.server.http.tokens.verify(admin.token);
  if (!claims) throw new Error('nobody is signed in');
  await inScope(world.server.platform, claims, async (scope) => {
    for (const figure of ['supportFinished', 'avgWaitTime', 'leads'] as const) {
      const { page, count } = rowStatements(scope, DashboardRowsQuery.parse({ figure, days: '30' }));
      for (const statement of [page, count]) {
        const { rows } = await scope.tx.execute<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(
          sql`explain (analyze, timing off, format json) ${statement}`,
        );
        const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
        expect(read(nodes, 'ticket_figures'), figure).toBeLessThan(4 * 2 * 360);
        expect(
          nodes.filter((node) => node['Node Type'] === 'Seq Scan' && growing.slice(0, 2).includes(String(node['Relation Name']))),
        ).toEqual([]);
      }
    }
  });
});

import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';

// Nothing but calls is served here, so that every statement counted is one of the call that was made.
const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

type TicketFixture = { name: string; status: string; user?: Client | undefined; queue?: number; once?: Client };

/** A company with two queues and people of every kind in the first. */
async function staff() {
  const admin = await world.company();
  const [sales, support] = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  const [agent, colleague, roamer, supervisor, outsider] = [
    await world.colleague(admin, 'user', { queueIds: [sales] }),
    await world.colleague(admin, 'user', { queueIds: [sales] }),
    await world.colleague(admin, 'user', { queueIds: [], allTicket: 'enable' }),
    await world.colleague(admin, 'supervisor', { queueIds: [sales] }),
    await world.colleague(admin),
  ];
  const connectionId = await inScope(platform, { companyId: admin.user.companyId }, async ({ tx }) => {
    const { rows } = await tx.execute<{ id: number }>(
      sql`
        insert into connections (name, provider, token_sealed, token_hash, wanted)
        values ('Parada', 'simulator', '', gen_random_uuid(), false)
        returning id`,
    );
    return rows[0]?.id ?? 0;
  });
  return { admin, agent, colleague, roamer, supervisor, outsider, sales, support, connectionId };
}

async function furnish({ admin, connectionId }: { admin: Client; connectionId: number }, tickets: TicketFixture[]): Promise<void> {
  await inScope(platform, { companyId: admin.user.companyId }, async ({ tx }) => {
    for (const [n, { name, status, user, queue }] of tickets.entries())
      await tx.execute(sql`
        with contact as (insert into contacts (name, number) values (${name}, ${`5511${n}`}) returning id)
        insert into tickets (code, status, user_id, queue_id, connection_id, contact_id, closed_at)
        select ${`T${n}`}, ${status}, ${user?.user.id ?? null}, ${queue ?? null}, ${connectionId}, id,
          case when ${status} = 'closed' then now() end
        from contact`);
  });
}

async function listed(
  person: Client,
  query: { status?: 'pending' | 'open' | 'closed'; showAll?: 'true'; queueIds?: string },
): Promise<string[]> {
  const { tickets, count } = await person.call(ticketsApi.list, { query });
  expect(count, 'the count is that of the list').toBe(tickets.length);
  for (const { id } of tickets) expect((await person.send(ticketsApi.show, { params: { id } })).status).toBe(200);
  return tickets.map(({ contact }) => contact.name).toSorted((a, b) => a.localeCompare(b));
}

test('each list shows what its reader may see, by profile and queue, and counts exactly that', async () => {
  const office = await staff();
  const { admin, agent, colleague, roamer, supervisor, outsider, sales, support } = office;
  await furnish(office, [
    { name: 'espera vendas', status: 'pending', queue: sales },
    { name: 'espera suporte', status: 'pending', queue: support },
    { name: 'espera sem fila', status: 'pending' },
    { name: 'aberto agente', status: 'open', user: agent, queue: sales },
    { name: 'aberto agente suporte', status: 'open', user: agent, queue: support },
    { name: 'aberto colega', status: 'open', user: colleague, queue: sales },
    { name: 'aberto admin', status: 'open', user: admin },
    { name: 'fechado vendas', status: 'closed', user: colleague, queue: sales },
    { name: 'fechado suporte', status: 'closed', user: admin, queue: support },
    { name: 'fechado agente suporte', status: 'closed', user: agent, queue: support },
  ]);
  const pending = (person: Client) => listed(person, { status: 'pending' });
  expect(await pending(admin)).toEqual(['espera sem fila', 'espera suporte', 'espera vendas']);
  expect(await pending(supervisor)).toEqual(['espera vendas']);
  expect(await pending(agent)).toEqual(['espera vendas']);
  expect(await pending(roamer)).toEqual(['espera sem fila']);
  expect(await pending(outsider)).toEqual([]);

  const open = (person: Client) => listed(person, { status: 'open' });
  expect(await open(admin)).toEqual(['aberto admin']);
  expect(await open(supervisor)).toEqual([]);
  expect(await open(agent)).toEqual(['aberto agente', 'aberto agente suporte']);
  expect(await open(outsider)).toEqual([]);

  const openOfAll = (person: Client) => listed(person, { status: 'open', showAll: 'true' });
  expect(await openOfAll(admin)).toEqual(['aberto admin', 'aberto agente', 'aberto agente suporte', 'aberto colega']);
  expect(await openOfAll(supervisor)).toEqual(['aberto agente', 'aberto colega']);
  expect(await openOfAll(agent)).toEqual(['aberto agente', 'aberto agente suporte']);
  expect(await openOfAll(outsider)).toEqual([]);

  const closed = (person: Client) => listed(person, { status: 'closed' });
  expect(await closed(admin)).toEqual(['fechado agente suporte', 'fechado suporte', 'fechado vendas']);
  expect(await closed(supervisor)).toEqual(['fechado vendas']);
  expect(await closed(agent)).toEqual(['fechado agente suporte', 'fechado vendas']);
  expect(await closed(outsider)).toEqual([]);

  expect(await listed(admin, { status: 'pending', queueIds: `[${support}]` })).toEqual(['espera sem fila', 'espera suporte']);
  expect(await listed(agent, { status: 'pending', queueIds: `[${support}]` })).toEqual([]);
});

/** How many statements a call sends; what the server does by itself meanwhile is not counted. */
async function costOf(call: () => Promise<unknown>): Promise<number> {
  const before = await statementsSent(world.server.url, 'request');
  await call();
  return (await statementsSent(world.server.url, 'request')) - before;
}

test('a list costs the same few statements in a company of six tickets and of fifteen hundred', async () => {
  const office = await staff();
  const { admin, agent, supervisor, sales, support, connectionId } = office;
  const statuses = ['pending', 'open', 'closed'] as const;
  const readers = [admin, agent, supervisor];
  const costs = () =>
    Promise.resolve().then(async () => {
      const found: number[] = [];
      for (const reader of readers)
        for (const status of statuses) found.push(await costOf(() => reader.call(ticketsApi.list, { query: { status, showAll: 'true' } })));
      return found;
    });
  await furnish(
    office,
    statuses.flatMap((status, n) => [
      { name: `a ${n}`, status, queue: sales, user: status === 'open' ? agent : undefined },
      { name: `b ${n}`, status, queue: support, user: status === 'open' ? admin : undefined },
    ]),
  );
  // The first call of a session finds out who it is.
  await costs();
  const few = await costs();
  expect(few).toEqual(few.map(() => 1));
  // As autovacuum does within a minute: what a connection planned for foreign keys while the tables were all but empty reads the
  // whole company for each row. Beyond a thousand, where counting ends, more rows would prove nothing more.
  await owner.query('analyze');
  await inScope(platform, { companyId: admin.user.companyId }, async ({ tx }) => {
    await tx.execute(sql`
      with people as (
        insert into contacts (name, number)
        select 'Cliente ' || n, '55219' || n
        from generate_series(1, 1500) n
        returning id)
      insert into tickets (code, status, user_id, queue_id, connection_id, contact_id, closed_at, updated_at)
      select 'N' || id,
        case when id % 20 = 0 then 'pending' when id % 20 = 1 then 'open' else 'closed' end,
        case when id % 20 = 1 then ${agent.user.id}::int end,
        case when id % 3 = 0 then ${sales}::int else ${support}::int end,
        ${connectionId}, id,
        case when id % 20 > 1 then now() end,
        now() - make_interval(secs => id)
      from people`);
  });
  expect(await costs()).toEqual(few);
});

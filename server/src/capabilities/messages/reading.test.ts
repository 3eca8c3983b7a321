import { messagesApi } from '@prosa/contracts/messages';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { afterAll, expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { office, served, ticketOf } from '../../../test/conversation.ts';
import { openPool } from '../../../test/database.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { planSettings } from '../../platform/database/kept-statements.ts';
import { inScope } from '../../platform/database/scope.ts';
import { threadStatements } from './thread.queries.ts';

const world = await openWorld();
const owner = openPool(world.database.url);
afterAll(() => owner.end());

const read = (client: Client, ticketId: number, query: Record<string, string> = {}) =>
  client.call(messagesApi.list, { params: { ticketId }, query });
const search = (client: Client, searchParam: string, more: Record<string, string> = {}) =>
  client.call(messagesApi.search, { query: { searchParam, ...more } });

test('"Reading a ticket upwards runs on into the contact’s earlier tickets": pages run through that ticket first', async () => {
  const { admin, agent, number, write, ticket } = await served(world);
  for (let n = 1; n <= 14; n += 1) await sayIn(agent, ticket.id, `velha ${n}`);
  await agent.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'closed' } });
  world.clock.move(3 * 3_600_000);
  for (const person of [admin, agent]) await person.logIn(person.user.email);
  await write({ number, body: 'De novo' });
  const later = await ticketOf(admin);
  expect(later.id).not.toBe(ticket.id);
  await agent.call(ticketsApi.update, { params: { id: later.id }, body: { status: 'open' } });
  for (let n = 1; n <= 9; n += 1) await sayIn(agent, later.id, `nova ${n}`);
  const [first, second] = [await read(agent, later.id), await read(agent, later.id, { pageNumber: '2' })];
  expect([first.count, first.hasMore, second.hasMore, first.pageNumber, second.pageNumber]).toEqual([25, true, false, 1, 2]);
  expect([...second.messages, ...first.messages].map(({ ticketId }) => ticketId)).toEqual([
    ...Array.from({ length: 15 }, () => ticket.id),
    ...Array.from({ length: 10 }, () => later.id),
  ]);
  expect(first.messages[10]?.body).toBe('De novo');
  const old = await read(agent, ticket.id);
  expect([old.count, old.hasMore]).toEqual([15, false]);
  const around = await read(agent, later.id, { around: String(second.messages[1]!.id) });
  expect(around).toEqual({ ...second, ticket: around.ticket });
  const refused = await agent.send(messagesApi.list, {
    params: { ticketId: ticket.id },
    query: { around: String(first.messages.at(-1)!.id) },
  });
  expect(refused).toMatchObject({ status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } });
});

test('"The spy view marks nothing as read"', async () => {
  const { agent, number, write, ticket } = await served(world);
  await write({ number, body: 'dois' });
  const unread = async () => (await agent.call(ticketsApi.show, { params: { id: ticket.id } })).unreadMessages;
  await expect.poll(unread, patient).toBe(2);
  await read(agent, ticket.id, { spy: 'true' });
  expect(await unread()).toBe(2);
  await read(agent, ticket.id);
  expect(await unread()).toBe(0);
});

test('messages are found by beginnings of words, blind to accents and case, the newest first, with where they were said', async () => {
  const { agent, number, write, thread, ticket } = await served(world);
  for (const body of ['Qual o preço do pão-de-queijo?', 'PREÇOS de ontem', 'outra coisa <b>preço</b>', 'fone 11 98765-4321'])
    await write({ number, body });
  await expect.poll(async () => (await thread()).count, patient).toBe(5);
  const found = await search(agent, 'preco');
  expect(found).toMatchObject({ count: 3, hasMore: false });
  expect(found.messages.map(({ body }) => body)).toEqual(['outra coisa <b>preço</b>', 'PREÇOS de ontem', 'Qual o preço do pão-de-queijo?']);
  expect(found.messages[0]).toMatchObject({ ticket: { id: ticket.id }, contact: { id: ticket.contactId, name: 'Ana' } });
  const bodies = async (text: string) => (await search(agent, text)).messages.map(({ body }) => body);
  expect(await bodies('QUEIJO preç')).toEqual(['Qual o preço do pão-de-queijo?']);
  expect(await bodies('4321')).toEqual(['fone 11 98765-4321']);
  expect(await bodies('98765-4321')).toEqual(['fone 11 98765-4321']);
  for (const odd of ['', '!!!', "' & | :* \\", 'preço inexistente', '%', '\u0000x']) {
    const answer = await agent.raw('GET', `/messages/search?searchParam=${encodeURIComponent(odd)}`);
    expect(answer.status).toBeLessThan(500);
    if (answer.status === 200) expect(answer.body).toEqual({ messages: [], count: 0, hasMore: false });
  }
});

test('a search shows only tickets that the caller may see, and only the company’s own', async () => {
  const { admin, agent, queueId, number, write, ticket } = await served(world);
  await write({ number, body: 'palavrarara' });
  await expect.poll(async () => (await search(agent, 'palavrarara')).count, patient).toBe(1);
  const colleague = await world.colleague(admin, 'user', { queueIds: [queueId] });
  const supervisor = await world.colleague(admin, 'supervisor', { queueIds: [queueId] });
  expect((await search(colleague, 'palavrarara')).count).toBe(0);
  expect((await search(supervisor, 'palavrarara')).count).toBe(1);
  expect((await search(admin, 'palavrarara', { ticketId: String(ticket.id) })).count).toBe(1);
  expect(await colleague.raw('GET', `/messages/search?searchParam=palavrarara&ticketId=${ticket.id}`)).toMatchObject({ status: 403 });
  const { admin: other } = await office(world);
  expect((await search(other, 'palavrarara')).count).toBe(0);
  expect(await other.raw('GET', `/messages/search?searchParam=palavrarara&ticketId=${ticket.id}`)).toMatchObject({ status: 404 });
});

async function fillConversation(companyId: number, ticket: Ticket): Promise<void> {
  await owner.query(
    `
      insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, read,
        created_at)
      select $1, $2, $3, $4, '5511900000000', true, 'GERADA' || n,
        'bom dia senhora cliente ' || case when n % 30000 = 7 then 'raridade' else '' end,
        true,
        now() - make_interval(secs => 200000 - n)
      from generate_series(1, 50000) n`,
    [companyId, ticket.id, ticket.whatsappId, ticket.contactId],
  );
  await owner.query(
    `
      with c as (
        insert into contacts (company_id, name, number)
        values ($1, 'Outro', '5511911111111')
        returning id),
      t as (
        insert into tickets (company_id, code, status, connection_id, contact_id)
        select $1, 'gerado', 'closed', $2, c.id
        from c
        returning id, contact_id)
      insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, read,
        created_at)
      select $1, t.id, $2, t.contact_id, '5511911111111', true, 'OUTRA' || n, 'bom dia outra vez', true, now()
      from t, generate_series(1, 100000) n`,
    [companyId, ticket.whatsappId],
  );
  // So many that comparing each message with all of them looks costly to the planner too.
  await owner.query(
    `
      insert into tickets (company_id, code, status, connection_id, contact_id)
      select $1, 'antigo' || n, 'closed', $2, c.id
      from contacts c, generate_series(1, 5000) n
      where c.company_id = $1 and c.name = 'Outro'`,
    [companyId, ticket.whatsappId],
  );
  await owner.query('vacuum analyze messages, tickets');
}

test('a conversation of 50,000 messages in a company of 150,000 is read and searched by index ranges alone', {
  timeout: 600_000,
}, async () => {
  const { admin, agent, ticket } = await served(world);
  const { companyId } = admin.user;
  await fillConversation(companyId, ticket);

  const lines = await inScope(world.server.platform, { companyId }, async ({ tx }) => {
    const { page, count } = threadStatements(ticket, 2_400);
    const plan = async (statement: typeof page) =>
      (await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`)).rows.map((row) => row['QUERY PLAN']).join('\n');
    const found = { page: await plan(page), count: await plan(count) };
    for (const [name, value] of Object.entries(planSettings)) await tx.execute(sql`select set_config(${name}, ${value}, true)`);
    return { ...found, kept: await plan(page) };
  });
  for (const plan of Object.values(lines)) {
    expect(plan).toContain('Index Only Scan using messages_reading');
    expect(plan).not.toContain('Seq Scan on messages');
    expect(plan).not.toMatch(/Sort Key: m\.ticket_id/);
  }
  // A message's ticket is looked up: to compare each message with every ticket costs more the longer a company is there.
  expect(lines.kept).not.toMatch(/Filter: \(\w+\.id = (CASE|COALESCE)/);
  const deep = await read(agent, ticket.id, { pageNumber: '2400' });
  expect([deep.count, deep.messages.length]).toEqual([50_001, 20]);
  expect((await read(agent, ticket.id, { around: String(deep.messages[3]!.id) })).pageNumber).toBe(2_400);

  const blocks = async (text: string, max: number, ticketId: number | null = null) => {
    const { rows } = await inScope(world.server.platform, { companyId }, async ({ tx }) => {
      const find = sql`explain (analyze, buffers, format json) select * from find_messages(${text}, ${max}, ${ticketId})`;
      // A new connection also reads the catalogue, the first time.
      await tx.execute(find);
      return tx.execute<{ 'QUERY PLAN': Array<{ Plan: Record<string, number> }> }>(find);
    });
    const [top] = rows[0]!['QUERY PLAN'];
    return { found: top!.Plan['Actual Rows'], read: top!.Plan['Shared Hit Blocks']! + top!.Plan['Shared Read Blocks']! };
  };
  const { rows: sizes } = await owner.query<{ pages: number }>(`select relpages as pages from pg_class where relname = 'messages'`);
  const pages = sizes[0]!.pages;
  const rare = await blocks('raridade', 1_000);
  expect(rare.found).toBe(2);
  expect(rare.read).toBeLessThan(pages / 10);
  const common = await blocks('bom dia', 1_000);
  expect(common.found).toBe(1_000);
  expect(common.read).toBeLessThan(pages);
  const here = await blocks('raridade', 1_000, ticket.id);
  expect(here.found).toBe(2);
  // Where the conversation lies is read from its index: for as long a one as this, some pages.
  expect(here.read).toBeLessThan(pages / 5);
  expect((await search(agent, 'raridade')).count).toBe(2);
  expect((await search(admin, 'bom di')).count).toBe(1_000);
});

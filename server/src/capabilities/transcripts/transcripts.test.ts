import { messagesApi } from '@prosa/contracts/messages';
import { settingsApi } from '@prosa/contracts/settings';
import { ticketsApi } from '@prosa/contracts/tickets';
import { type Transcript, transcriptsApi } from '@prosa/contracts/transcripts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type Client, sayIn } from '../../../test/browser.ts';
import { formOf, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { linesPerPage, linesStatement, maxPageSize } from './transcripts.queries.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const read = (by: Client, ticketId: number, after?: string): Promise<Transcript> =>
  by.call(transcriptsApi.read, { params: { ticketId }, query: after === undefined ? {} : { after } });

async function readPages(by: Client, ticketId: number): Promise<Transcript[]> {
  const pages: Transcript[] = [];
  for (let after: string | undefined; pages.length === 0 || after !== undefined; after = pages.at(-1)?.next ?? undefined) {
    pages.push(await read(by, ticketId, after));
    expect(pages.length).toBeLessThan(20);
  }
  return pages;
}

test('a transcript tells who said what and when, files by their names, and nothing of what was deleted', async () => {
  const { agent, admin, ticket, post, write, number, thread } = await served(world);
  await write({ number, location: { latitude: -22.9, longitude: -47, name: 'Loja' } });
  await expect.poll(async () => (await thread({ spy: 'true' })).count, patient).toBe(2);
  await sayIn(agent, ticket.id, 'Bom dia <b>Ana</b>');
  const wrong = await sayIn(agent, ticket.id, 'preço errado');
  await agent.call(messagesApi.remove, { params: { messageId: wrong.id } });
  await post(formOf({ body: 'a nota' }, [{ name: 'nota fiscal.pdf', bytes: Buffer.from('%PDF-1.7\n') }]));
  const told = await read(admin, ticket.id);
  expect(told).toMatchObject({
    company: admin.user.company.name,
    contact: { name: 'Ana', number },
    protocol: ticket.code,
    status: 'open',
    user: agent.user.name,
    closedAt: null,
    count: 5,
    next: null,
  });
  expect(new Intl.DateTimeFormat('pt-BR', { timeZone: told.timeZone }).format()).not.toBe('');
  expect(told.lines.map(({ fromMe, name, body, fileName, isDeleted }) => [fromMe, name, body, fileName, isDeleted])).toEqual([
    [false, 'Ana', 'Oi', null, false],
    [false, 'Ana', 'Loja', null, false],
    [true, agent.user.name, 'Bom dia <b>Ana</b>', null, false],
    [true, agent.user.name, '', null, true],
    [true, agent.user.name, 'a nota', 'nota fiscal.pdf', false],
  ]);
  expect(told.lines[1]?.data).toMatchObject({ latitude: -22.9, longitude: -47, name: 'Loja' });
  await agent.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'closed' } });
  expect((await read(admin, ticket.id)).closedAt).not.toBeNull();
});

test('who may see the ticket may read it, nobody else, and nothing is marked as read', async () => {
  const { admin, agent, ticket, write, number } = await served(world);
  await write({ number, body: 'Alguém?' });
  const unread = async () => (await agent.call(ticketsApi.show, { params: { id: ticket.id } })).unreadMessages;
  await expect.poll(unread, patient).toBe(2);
  await read(agent, ticket.id);
  expect(await unread()).toBe(2);
  const stranger = await world.colleague(admin);
  const ask = (by: Client, query: { after?: string } = {}) => by.send(transcriptsApi.read, { params: { ticketId: ticket.id }, query });
  expect(await ask(stranger)).toMatchObject({ status: 403 });
  expect(await ask(await world.company())).toMatchObject({ status: 404 });
  expect(await ask(agent, { after: 'x' })).toMatchObject({ status: 400 });
});

test('5,000 messages come in pages by one range of an index, each once and in order', async () => {
  const { admin, agent, ticket } = await served(world);
  const { companyId } = admin.user;
  // Thousands at one instant: a page may end between two of them.
  await owner.query(
    `insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, read, created_at)
     select $1, $2, $3, $4, '5511900000000', n % 2 = 0, 'LONGA' || n, 'linha ' || n, true, now() + make_interval(secs => n / 700)
     from generate_series(1, 5000) n`,
    [companyId, ticket.id, ticket.whatsappId, ticket.contactId],
  );
  await owner.query('analyze messages');
  const pages = await readPages(agent, ticket.id);
  const lines = pages.flatMap((page) => page.lines);
  expect([pages[0]?.count, lines.length, new Set(lines.map(({ id }) => id)).size]).toEqual([5_001, 5_001, 5_001]);
  expect(lines.slice(1).map(({ body }) => body)).toEqual(Array.from({ length: 5_000 }, (_, n) => `linha ${n + 1}`));
  expect(pages[0]?.lines).toHaveLength(linesPerPage);

  const [at = '', id = ''] = (pages[3]?.next ?? '').split('.');
  const plan = await inScope(world.server.platform, { companyId }, async ({ tx }) => {
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${linesStatement(ticket.id, { at, id: Number(id) })}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  const page = plan.slice(plan.indexOf('CTE page'));
  expect(page).toMatch(/Index Scan Backward using messages_thread on messages/);
  expect(page).toMatch(/Index Cond: .*ROW\(/);
  expect(page.slice(0, page.indexOf('Index Cond'))).not.toContain('Sort');
});

test('of long texts fewer come at a time, each once and in order', async () => {
  const { admin, agent, ticket } = await served(world);
  const longest = 65_536;
  await owner.query(
    `insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, read, created_at)
     select $1, $2, $3, $4, '5511900000000', true, 'TEXTO' || n, rpad(n || ' ', $5, 'x'), true, now() + make_interval(secs => n)
     from generate_series(1, 40) n`,
    [admin.user.companyId, ticket.id, ticket.whatsappId, ticket.contactId, longest],
  );
  const pages = await readPages(agent, ticket.id);
  const told = pages.flatMap(({ lines }) => lines).slice(1);
  expect(told.map(({ body }) => body.split(' ', 1)[0])).toEqual(Array.from({ length: 40 }, (_, n) => String(n + 1)));
  for (const { lines } of pages) expect(lines.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(maxPageSize + longest);
});

test('times are told in the company’s own zone', async () => {
  const { admin, ticket } = await served(world);
  await admin.call(settingsApi.update, { params: { key: 'timezone' }, body: { value: 'America/Manaus' } });
  expect((await read(admin, ticket.id)).timeZone).toBe('America/Manaus');
});

import { connectionsApi } from '@prosa/contracts/connections';
import { Message, messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { formOf, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { statementsSent } from '../../../test/statements.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { lastHeardStatement } from './window.queries.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

/** An agent serves a customer who wrote so many hours ago, on a channel whose window is a day. */
async function heardAgo(hours: number) {
  const here = await served(world);
  const { ticket, agent, whatsappId } = here;
  await owner.query(`update messages set created_at = created_at - make_interval(hours => $2) where ticket_id = $1`, [ticket.id, hours]);
  await owner.query(`update simulator_messages set at = at - make_interval(hours => $2) where connection_id = $1`, [whatsappId, hours]);
  await here.faults({ windowHours: 24 });
  const say = (body: object) => agent.raw('POST', `/messages/${ticket.id}`, { body });
  const window = () => agent.call(messagesApi.window, { params: { ticketId: ticket.id } });
  return { ...here, say, window };
}
const template = { name: 'ola', language: 'pt_BR', variables: ['Ana'] };
const text = 'Olá Ana, podemos continuar o seu atendimento?';

test('outside the window a plain text or a file is refused and nothing is stored; a template is sent, filled in', async () => {
  const { say, window, post, thread, phone, number, write } = await heardAgo(25);
  const { hours, endsAt, isOpen } = await window();
  expect([hours, isOpen]).toEqual([24, false]);
  expect(endsAt, 'it is over, however long').toBeNull();
  expect(await say({ body: 'Oi' })).toMatchObject({ status: 400, body: { error: 'ERR_WINDOW_CLOSED' } });
  const form = formOf({ body: 'Veja' }, [{ name: 'nota.pdf', bytes: Buffer.from('%PDF-1.7\n') }]);
  expect(await post(form)).toMatchObject({ status: 400, body: { error: 'ERR_WINDOW_CLOSED' } });
  expect((await thread()).count).toBe(1);

  expect(await say({ template })).toMatchObject({ status: 200, body: { body: text, mediaType: null, ack: 0 } });
  await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ fromBusiness: true, body: text });
  await expect.poll(async () => (await thread()).messages.at(-1), patient).toMatchObject({ body: text, ack: 2, failure: null });
  expect((await thread()).messages.at(-1)?.data ?? {}).not.toHaveProperty('template');

  await write({ number, body: 'Sim' });
  await expect.poll(async () => (await window()).isOpen, patient).toBe(true);
  expect(await say({ body: 'Que bom' })).toMatchObject({ status: 200 });
});

test('within the window anything may be sent; without one there is no bound', async () => {
  const { say, window, faults } = await heardAgo(23);
  expect(await window()).toMatchObject({ hours: 24, isOpen: true });
  expect(await say({ body: 'Ainda dá' })).toMatchObject({ status: 200 });
  await faults({ windowHours: 22 });
  expect(await say({ body: 'Não mais' })).toMatchObject({ status: 400 });
  await faults({ windowHours: null });
  expect(await window()).toEqual({ hours: null, endsAt: null, isOpen: true });
  expect(await say({ body: 'De novo' })).toMatchObject({ status: 200 });
});

test('what failed is sent again only while the window is open, a template at any time', async () => {
  const { say, agent, thread, write, number, window, ticket } = await heardAgo(23);
  const failed = async (body: object) => {
    const { body: said } = await say(body);
    const { id } = Message.parse(said);
    await expect.poll(async () => (await thread()).messages.find((each) => each.id === id)?.ack, patient).toBe(2);
    await owner.query(`update messages set ack = -1, failure = 'ERR_SENDING_WAPP_MSG' where id = $1`, [id]);
    return () => agent.raw('POST', `/messages/${id}/resend`);
  };
  const [again, templateAgain] = [await failed({ body: 'Falhou' }), await failed({ template })];
  await owner.query(`update messages set created_at = created_at - interval '2 hours' where ticket_id = $1 and not from_me`, [ticket.id]);
  expect((await window()).isOpen).toBe(false);
  expect(await again()).toMatchObject({ status: 400, body: { error: 'ERR_WINDOW_CLOSED' } });
  expect((await thread()).messages.find(({ body }) => body === 'Falhou')).toMatchObject({ ack: -1, failure: 'ERR_SENDING_WAPP_MSG' });
  expect(await templateAgain()).toMatchObject({ status: 200, body: { ack: 0 } });
  await write({ number, body: 'Voltei' });
  await expect.poll(async () => (await window()).isOpen, patient).toBe(true);
  expect(await again()).toMatchObject({ status: 200, body: { body: 'Falhou', ack: 0 } });
});

test('a template that the channel does not have, or that is filled in wrongly, is refused', async () => {
  const { say, post, thread, number, phone } = await heardAgo(1);
  const refused = { status: 400, body: { error: 'ERR_TEMPLATE_REFUSED' } };
  expect(await say({ template: { ...template, name: 'nenhum' } })).toMatchObject(refused);
  expect(await say({ template: { ...template, variables: [] } })).toMatchObject(refused);
  expect(await say({ template: { ...template, variables: 'Ana' } })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  const both = formOf({ template: JSON.stringify(template) }, [{ name: 'nota.pdf', bytes: Buffer.from('%PDF-1.7\n') }]);
  expect(await post(both)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  expect((await thread()).count).toBe(1);
  // In a form it comes as text.
  expect(await post(formOf({ template: JSON.stringify(template) }, []))).toMatchObject({ status: 200, body: { body: text } });
  await expect.poll(async () => (await phone(number)).at(-1)?.body, patient).toBe(text);
});

test('whoever serves customers sees the templates of a connection', async () => {
  const { agent, whatsappId, admin } = await served(world);
  const templates = await agent.call(connectionsApi.templates, { params: { id: whatsappId } });
  expect(templates).toContainEqual(expect.objectContaining({ name: 'ola', language: 'pt_BR', category: 'utility' }));
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Sem modelos', provider: 'baileys' } });
  expect(await agent.call(connectionsApi.templates, { params: { id } })).toEqual([]);
});

test('who sends on a connection without a window asks the database nothing more', async () => {
  const { agent, ticket, whatsappId, admin } = await served(world);
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { offline: true } });
  const cost = async () => {
    const before = await statementsSent(world.server.url, 'request');
    await agent.call(messagesApi.send, { params: { ticketId: ticket.id }, body: { body: 'Olá' } });
    return (await statementsSent(world.server.url, 'request')) - before;
  };
  // What is looked at every few seconds falls into some of them.
  const least = async () => Math.min(await cost(), await cost(), await cost());
  const without = await least();
  await admin.call(simulatorApi.faults, { params: { whatsappId }, body: { windowHours: 24 } });
  expect(await least()).toBe(without + 1);
});

test('when a customer wrote last is read from the end of the conversation, by index', async () => {
  const { admin, ticket } = await served(world);
  const { companyId } = admin.user;
  await owner.query(
    `insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, read, created_at)
     select $1, $2, $3, $4, '5511900000000', n % 1000 <> 0, 'MUITAS' || n, 'oi', true, now() - make_interval(secs => n)
     from generate_series(1, 20000) n`,
    [companyId, ticket.id, ticket.whatsappId, ticket.contactId],
  );
  await owner.query('analyze messages, tickets');
  const plan = await inScope(world.server.platform, { companyId }, async ({ tx }) => {
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
      sql`explain ${lastHeardStatement(ticket, new Date(Date.now() - 86_400_000))}`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('messages_thread');
  expect(plan).not.toContain('Sort');
});

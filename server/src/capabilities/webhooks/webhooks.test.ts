import { alarmsApi } from '@prosa/contracts/alarms';
import { companiesApi } from '@prosa/contracts/companies';
import { contactsApi } from '@prosa/contracts/contacts';
import { ticketsApi } from '@prosa/contracts/tickets';
import { maxWebhooks, type WebhookEvent, webhookEvents, webhookLive, webhooksApi } from '@prosa/contracts/webhooks';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { newNumber, office, ticketOf } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openReceiver } from '../../../test/receiver.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { deleteExpired } from '../housekeeping/housekeeping.jobs.ts';
import { noteEvents } from './note-events.actions.ts';

const secret = 'um segredo de dezesseis';
/** Opened before the server, which is told of each port. */
const receivers = await Promise.all(Array.from({ length: 12 }, () => openReceiver(secret)));
const unused = [...receivers];
const world = await openWorld({ OUTBOUND_ALLOW: ['127.0.0.1:1', ...receivers.map(({ host }) => `webhook:${host}`)].join() });
afterAll(() => {
  for (const receiver of receivers) receiver.close();
});

function receiver() {
  const next = unused.pop();
  if (!next) throw new Error('open more receivers above');
  return next;
}
const hook = (admin: Client, url: string, events: readonly WebhookEvent[] = webhookEvents) =>
  admin.call(webhooksApi.create, { body: { name: 'Meu sistema', url, events: [...events], secret } });
const log = async (admin: Client, id: number) => (await admin.call(webhooksApi.deliveries, { params: { id }, query: {} })).records;
const newContact = (admin: Client, name: string) => admin.call(contactsApi.create, { body: { name, number: newNumber() } });
const hour = 3_600_000;
async function later(milliseconds: number, ...people: Client[]): Promise<void> {
  world.clock.move(milliseconds);
  for (const person of people) await person.logIn(person.user.email);
}

test('a server is told of tickets, messages and contacts, signed, with the records as people get them', async () => {
  const { admin, agent, write } = await office(world);
  const { received, faults, url } = receiver();
  const { id } = await hook(admin, url);
  await write({ number: newNumber(), name: 'Ana', body: 'Olá, ç' });
  const ticket = await ticketOf(admin);
  await agent.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
  const taken = () => received.findLast(({ event, data }) => event === 'ticket.updated' && data.status === 'open');
  await expect.poll(taken, patient).toBeDefined();
  const first = (event: WebhookEvent) => received.find((each) => each.event === event);
  expect(
    received
      .map(({ event }) => event)
      .slice(0, 3)
      .toSorted(),
  ).toEqual(['contact.created', 'message.created', 'ticket.created']);
  expect(first('ticket.created')?.data).toMatchObject({ id: ticket.id, status: 'pending' });
  expect(taken()?.data).toEqual(await admin.call(ticketsApi.show, { params: { id: ticket.id } }));
  expect(first('message.created')).toMatchObject({ at: expect.any(String), data: { body: 'Olá, ç', ticketId: ticket.id } });
  expect(first('contact.created')?.data).toEqual(await admin.call(contactsApi.show, { params: { id: ticket.contactId } }));
  expect(faults).toEqual([]);
  await expect.poll(async () => (await log(admin, id)).every(({ state }) => state === 'delivered'), patient).toBe(true);
  expect((await log(admin, id))[0]).toMatchObject({ status: 204, attempts: 1, error: null, nextAt: null });
});

test('only what was asked for is told, from the moment it was asked for, and of no other company', async () => {
  const [admin, other] = [await world.company(), await world.company()];
  const { received, url } = receiver();
  await newContact(admin, 'Antes');
  await hook(admin, url, ['contact.created']);
  await newContact(other, 'De outra empresa');
  const { id } = await newContact(admin, 'Depois');
  await admin.call(contactsApi.update, { params: { id }, body: { name: 'Mudada' } });
  await newContact(admin, 'Mais uma');
  await expect.poll(() => received.map(({ data }) => data.name), patient).toEqual(['Depois', 'Mais uma']);
});

test('a secret is made where none is given, is shown once, and stands in no list and no event', async () => {
  const admin = await world.company();
  const heard = await admin.listen();
  const made = await admin.call(webhooksApi.create, {
    body: { name: 'ERP', url: 'https://erp.exemplo.com/x', events: ['ticket.created'] },
  });
  expect(made.secret.length).toBeGreaterThanOrEqual(16);
  await admin.call(webhooksApi.update, { params: { id: made.id }, body: { name: 'ERP novo' } });
  expect(JSON.stringify(await admin.call(webhooksApi.list, { query: {} }))).not.toContain(made.secret);
  await expect.poll(() => heard.of(webhookLive).map(({ action }) => action), patient).toEqual(['create', 'update']);
  expect(JSON.stringify(heard.of(webhookLive))).not.toContain(made.secret);
  const refusedFor = async (body: object) => (await admin.raw('POST', '/webhooks', { body: { ...made, secret: '', ...body } })).status;
  for (const url of ['ftp://x.y/', 'exemplo.com', 'https://user:word@x.y/', '', 'https://'])
    expect(await refusedFor({ url }), url).toBe(400);
  expect([await refusedFor({ secret: 'curto' }), await refusedFor({ events: [] }), await refusedFor({ name: ' ' })]).toEqual([
    400, 400, 400,
  ]);
  const agent = await world.colleague(admin);
  expect(await agent.raw('GET', '/webhooks')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
});

test('an address that no call can reach is refused when it is saved, with the reason', async () => {
  const admin = await world.company();
  const save = async (url: string) =>
    (await admin.raw('POST', '/webhooks', { body: { name: 'ERP', url, events: ['ticket.created'] } })).body;
  const refusal = (message: string) => ({ error: 'ERR_VALIDATION', details: [{ path: 'url', message }] });
  for (const url of ['http://127.0.0.1:2/', 'https://10.0.0.7/', 'https://2130706433/', 'https://169.254.169.254/', 'https://erp.local/'])
    expect(await save(url), url).toEqual(refusal('privateAddress'));
  expect(await save('http://erp.exemplo.com/')).toEqual(refusal('plainHttp'));
  expect(await save('https://erp.exemplo.com:8443/')).toEqual(refusal('closedPort'));
  const { id } = await hook(admin, 'https://erp.exemplo.com/', ['ticket.created']);
  const update = (body: object) => admin.raw('PUT', `/webhooks/${id}`, { body });
  expect(await update({ url: 'https://192.168.0.9/' })).toMatchObject({ status: 400, body: refusal('privateAddress') });
  // One from before addresses were checked keeps its address, and can be renamed and switched off.
  await inScope(world.server.platform, { companyId: admin.user.companyId }, ({ tx }) =>
    tx.execute(sql`update webhooks set url = 'https://192.168.0.9/' where id = ${id}`),
  );
  expect(await update({ name: 'Antigo', url: 'https://192.168.0.9/', active: false })).toMatchObject({
    status: 200,
    body: { active: false },
  });
});

test('what could not be delivered is tried again, in the order of each ticket or contact, and all of it arrives', async () => {
  const admin = await world.company();
  const { received, url, answerWith } = receiver();
  let isDown = true;
  answerWith((response) => void response.writeHead(isDown ? 503 : 200).end());
  const { id } = await hook(admin, url, ['contact.created', 'contact.updated']);
  const contact = await newContact(admin, 'Nome 0');
  for (let n = 1; n <= 5; n += 1) await admin.call(contactsApi.update, { params: { id: contact.id }, body: { name: `Nome ${n}` } });
  await expect.poll(() => received.length, patient).toBe(1);
  await expect
    .poll(async () => (await log(admin, id)).at(-1), patient)
    .toMatchObject({ state: 'waiting', attempts: 1, status: 503, error: 'status' });
  expect((await admin.call(webhooksApi.list, { query: {} })).webhooks[0]?.failingSince).not.toBeNull();
  isDown = false;
  await later(11_000);
  await expect
    .poll(() => received.slice(1).map(({ data }) => data.name), patient)
    .toEqual(['Nome 0', 'Nome 1', 'Nome 2', 'Nome 3', 'Nome 4', 'Nome 5']);
  expect(received[0]?.id).toBe(received[1]?.id);
  await expect.poll(async () => (await admin.call(webhooksApi.list, { query: {} })).webhooks[0]?.failingSince, patient).toBeNull();
});

test('one delivery that is refused holds up what is about the same thing, and nothing else', async () => {
  const admin = await world.company();
  const { received, url, answerWith } = receiver();
  answerWith((response, { data }) => void response.writeHead(String(data.name).startsWith('Ruim') ? 422 : 200).end());
  const { id } = await hook(admin, url, ['contact.created', 'contact.updated']);
  const bad = await newContact(admin, 'Ruim');
  await admin.call(contactsApi.update, { params: { id: bad.id }, body: { name: 'Depois da ruim' } });
  await newContact(admin, 'Boa');
  await expect.poll(() => received.map(({ data }) => data.name), patient).toContain('Boa');
  expect(received.map(({ data }) => data.name)).not.toContain('Depois da ruim');
  answerWith((response) => void response.writeHead(200).end());
  const refused = (await log(admin, id)).find(({ status }) => status === 422);
  await admin.call(webhooksApi.replay, { params: { id: refused?.id ?? 0 } });
  await expect.poll(() => received.map(({ data }) => data.name).slice(-2), patient).toEqual(['Ruim', 'Depois da ruim']);
});

test('what has arrived can be sent again, under the same id; not by one that is switched off', async () => {
  const admin = await world.company();
  const { received, url } = receiver();
  const { id } = await hook(admin, url, ['contact.created']);
  await newContact(admin, 'Ana');
  await expect.poll(async () => (await log(admin, id))[0]?.state, patient).toBe('delivered');
  const [delivery] = await log(admin, id);
  await admin.call(webhooksApi.replay, { params: { id: delivery?.id ?? 0 } });
  await expect.poll(() => received.map((each) => each.id), patient).toEqual([delivery?.delivery, delivery?.delivery]);
  await admin.call(webhooksApi.update, { params: { id }, body: { active: false } });
  expect(await admin.raw('POST', `/webhooks/deliveries/${delivery?.id}/replay`)).toMatchObject({
    status: 409,
    body: { error: 'ERR_WEBHOOK_INACTIVE' },
  });
  await newContact(admin, 'Enquanto estava desligado');
  await admin.call(webhooksApi.update, { params: { id }, body: { active: true } });
  await newContact(admin, 'Depois');
  await expect.poll(() => received.at(-1)?.data.name, patient).toBe('Depois');
  expect(received.map(({ data }) => data.name)).not.toContain('Enquanto estava desligado');
});

test('one that is slow, dead, leads inwards or sends elsewhere delays nobody', async () => {
  const [admin, neighbour] = [await world.company(), await world.company()];
  const [slow, away, good, near] = [receiver(), receiver(), receiver(), receiver()];
  slow.answerWith(() => undefined);
  away.answerWith((response) => void response.writeHead(302, { location: near.url }).end());
  const urls = [slow.url, 'http://127.0.0.1:1/', 'http://10.0.0.7/', 'http://[::1]:9/', away.url];
  const bad = await Promise.all(urls.map((_url, n) => hook(admin, `https://erp${n}.exemplo.com/`, ['contact.created'])));
  // As addresses stand that were saved before they were checked, or whose names have come to lead inwards since.
  await inScope(world.server.platform, { companyId: admin.user.companyId }, ({ tx }) =>
    tx.execute(sql`
      update webhooks w
      set url = g.url
      from unnest(${sql.param(bad.map(({ id }) => id))}::int[], ${sql.param(urls)}::text[]) as g(id, url)
      where w.id = g.id`),
  );
  await hook(admin, good.url, ['contact.created']);
  await hook(neighbour, near.url, ['contact.created']);
  await newContact(admin, 'Ana');
  await newContact(neighbour, 'Bia');
  await expect.poll(() => [good.received.length, near.received.length], patient).toEqual([1, 1]);
  const errors = async () => Promise.all(bad.slice(1).map(async ({ id }) => (await log(admin, id))[0]?.error));
  await expect.poll(errors, patient).toEqual(['unreachable', 'refused', 'refused', 'redirect']);
  expect(near.received.map(({ data }) => data.name)).toEqual(['Bia']);
});

test('after days on which nothing arrived it is switched off, the platform hears of it, and it can be switched on again', async () => {
  const admin = await world.company();
  const operator = world.client();
  await operator.logIn(world.config.ADMIN_EMAIL);
  // Late in the evening the days of trying it out would be over by then.
  await operator.call(companiesApi.update, { params: { id: admin.user.companyId }, body: { dueDate: '2099-12-31' } });
  const { received, url, answerWith } = receiver();
  answerWith((response) => void response.writeHead(500).end());
  const { id } = await hook(admin, url, ['contact.created']);
  await newContact(admin, 'Ana');
  await expect.poll(() => received.length, patient).toBe(1);
  await expect.poll(async () => (await log(admin, id))[0]?.attempts, patient).toBe(1);
  await later(73 * hour, admin, operator);
  const shown = async () => (await admin.call(webhooksApi.list, { query: {} })).webhooks[0];
  await expect.poll(shown, patient).toMatchObject({ active: false, disabledAt: expect.any(String) });
  expect((await log(admin, id))[0]).toMatchObject({ state: 'failed', attempts: 2 });
  const alarms = async () =>
    (await operator.call(alarmsApi.list, { query: {} })).alarms.filter(({ subject }) => subject === `webhook ${id}`);
  expect(await alarms()).toMatchObject([{ subject: `webhook ${id}`, company: { id: admin.user.companyId } }]);
  answerWith((response) => void response.writeHead(200).end());
  await admin.call(webhooksApi.update, { params: { id }, body: { active: true } });
  expect(await shown()).toMatchObject({ active: true, disabledAt: null, failingSince: null });
  expect(await alarms()).toEqual([]);
  await newContact(admin, 'Bia');
  await expect.poll(() => received.at(-1)?.data.name, patient).toBe('Bia');
});

test('events are kept until webhooks have seen them', async () => {
  // Without a worker nobody looks.
  const still = await openWorld({ ROLES: 'web' });
  const admin = await still.company();
  const { companyId } = admin.user;
  await hook(admin, 'https://exemplo.com/', ['contact.created']);
  await newContact(admin, 'Ana');
  const { platform } = still.server;
  const remaining = async () => {
    await inScope(platform, { companyId }, ({ tx }) => tx.execute(sql`update events set created_at = now() - interval '49 hours'`));
    await deleteExpired(platform);
    return inScope(platform, { companyId }, async ({ tx }) => (await tx.execute(sql`select name from events`)).rows);
  };
  expect(await remaining()).toContainEqual({ name: `company-${companyId}-contact` });
  await noteEvents(platform, companyId);
  expect(await remaining()).toEqual([]);
  await still.close();
});

test('a company has twenty webhooks at most, also where two people add the last one at once', async () => {
  const admin = await world.company();
  const body = { name: 'ERP', url: 'https://erp.exemplo.com/', events: [...webhookEvents], active: false };
  const add = () => admin.send(webhooksApi.create, { body });
  for (let n = 1; n < maxWebhooks; n += 1) expect((await add()).status).toBe(200);
  const answers = await Promise.all([add(), add(), add()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toEqual({ error: 'ERR_TOO_MANY_WEBHOOKS' });
  const [first] = (await admin.call(webhooksApi.list, { query: {} })).webhooks;
  await admin.call(webhooksApi.remove, { params: { id: first?.id ?? 0 } });
  expect((await add()).status).toBe(200);
});

test.each([
  ['short', 120, 10],
  ['long', 12, 20_000],
])('a burst of %s events is told in small steps to each of more webhooks than a company may have today', async (_kind, burst, length) => {
  // Without a worker nobody looks.
  const still = await openWorld({ ROLES: 'web' });
  const admin = await still.company();
  const { companyId } = admin.user;
  const { platform } = still.server;
  const hooks = 60;
  await hook(admin, 'https://exemplo.com/', ['contact.created']);
  await inScope(platform, { companyId }, async ({ tx }) => {
    await tx.execute(sql`
      insert into webhooks (name, url, events, secret_sealed, seen_seq)
      select name, url, events, secret_sealed, seen_seq
      from webhooks, generate_series(2, ${hooks}::int)`);
    await tx.execute(sql`
      with head as (
        update company_counters
        set event_seq = event_seq + ${burst}::int
        returning event_seq - ${burst}::int as seq)
      insert into events (seq, name, rooms, data)
      select head.seq + n, ${`company-${companyId}-contact`}, '{}',
        jsonb_build_object('action', 'create', 'contact', jsonb_build_object('id', n, 'name', repeat('x', ${length}::int)))
      from head, generate_series(1, ${burst}::int) n`);
  });
  const told = async () => {
    const counted = sql`select count(*)::int as count, coalesce(sum(length(body)), 0)::int as bytes from webhook_deliveries`;
    const { rows } = await inScope(platform, { companyId }, ({ tx }) => tx.execute<{ count: number; bytes: number }>(counted));
    return rows[0] ?? { count: 0, bytes: 0 };
  };
  for (let hasMore = true, before = await told(); hasMore; ) {
    hasMore = await noteEvents(platform, companyId);
    const after = await told();
    expect(after.count - before.count).toBeLessThanOrEqual(1_000);
    expect(after.bytes - before.bytes).toBeLessThan(8_000_000);
    before = after;
  }
  expect(await told()).toMatchObject({ count: hooks * burst });
  await still.close();
});

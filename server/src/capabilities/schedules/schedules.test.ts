import { contactsApi } from '@prosa/contracts/contacts';
import { messagesApi } from '@prosa/contracts/messages';
import { type Schedule, scheduleLive, schedulesApi } from '@prosa/contracts/schedules';
import { ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { formOf, newNumber, office, served } from '../../../test/conversation.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
const refusal = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });

async function contactOf(person: Client, name = 'Ana Maria') {
  const number = newNumber();
  const { id } = await person.call(contactsApi.create, { body: { name, number } });
  return { contactId: id, number };
}
const create = (person: Client, contactId: number, sendAt: string, more: { body?: string; whatsappId?: number } = {}) =>
  person.call(schedulesApi.create, { body: { contactId, sendAt, body: 'Bom dia!', ...more } });
const show = (person: Client, { id }: Pick<Schedule, 'id'>) => person.call(schedulesApi.show, { params: { id } });
const settled = (person: Client, schedule: Pick<Schedule, 'id'>) =>
  expect.poll(async () => (await show(person, schedule)).status, patient).not.toBe('PENDENTE');

test('a schedule is made for a contact, waits as PENDENTE, is changed and removed, and everybody hears of it', async () => {
  const admin = await world.company();
  const agent = await world.colleague(admin);
  const heard = await admin.listen();
  const { contactId, number } = await contactOf(agent);
  const sendAt = minutes(60);
  const made = await create(agent, contactId, sendAt);
  expect(made).toMatchObject({
    contactId,
    contact: { id: contactId, name: 'Ana Maria', number },
    body: 'Bom dia!',
    sendAt,
    sentAt: null,
    status: 'PENDENTE',
    reason: null,
    userId: agent.user.id,
    user: { name: agent.user.name },
    whatsappId: null,
    mediaPath: null,
    mediaName: null,
  });
  const later = minutes(120);
  const changed = await admin.call(schedulesApi.update, { params: { id: made.id }, body: { sendAt: later, body: 'Boa tarde!' } });
  expect(changed).toMatchObject({ id: made.id, sendAt: later, body: 'Boa tarde!', userId: agent.user.id, contactId });
  expect(await agent.call(schedulesApi.list, { query: {} })).toEqual({ schedules: [changed], count: 1, hasMore: false });
  await agent.call(schedulesApi.remove, { params: { id: made.id } });
  expect(await agent.raw('GET', `/schedules/${made.id}`)).toMatchObject(refusal(404, 'ERR_NO_SCHEDULE_FOUND'));
  await expect.poll(() => heard.of(scheduleLive).map(({ action }) => action), patient).toEqual(['create', 'update', 'delete']);
});

test('"body required, minimum 5; contactId and sendAt required"; what belongs to another company is not there', async () => {
  const [admin, other] = [await world.company(), await world.company()];
  const { contactId } = await contactOf(admin);
  const theirs = await contactOf(other);
  const good = { contactId, sendAt: minutes(60), body: 'Bom dia!' };
  for (const [field, value, message] of [
    ['body', '', 'required'],
    ['body', 'Oi  ', 'tooShort'],
    ['sendAt', '', 'required'],
    ['sendAt', 'amanhã', 'invalidDate'],
    ['sendAt', '2026-13-45T10:00', 'invalidDate'],
  ] as const)
    expect(await admin.raw('POST', '/schedules', { body: { ...good, [field]: value } }), value).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: field, message }] },
    });
  expect((await admin.raw('POST', '/schedules', { body: { ...good, contactId: undefined } })).status).toBe(400);
  const foreign = { body: { ...good, contactId: theirs.contactId } };
  expect(await admin.raw('POST', '/schedules', foreign)).toMatchObject(refusal(404, 'ERR_NO_CONTACT_FOUND'));
  const made = await create(admin, contactId, minutes(60));
  expect(await other.raw('PUT', `/schedules/${made.id}`, { body: good })).toMatchObject(refusal(404, 'ERR_NO_SCHEDULE_FOUND'));
  expect(await admin.raw('PUT', `/schedules/${made.id}`, foreign)).toMatchObject(refusal(404, 'ERR_NO_CONTACT_FOUND'));
});

test('a time without an offset, as a form’s field gives it, is a time of the company’s zone', async () => {
  const admin = await world.company();
  const { contactId } = await contactOf(admin);
  expect((await create(admin, contactId, '2030-06-01T09:30')).sendAt).toBe('2030-06-01T12:30:00.000Z');
  expect((await create(admin, contactId, '2030-06-01T09:30:00-05:00')).sendAt).toBe('2030-06-01T14:30:00.000Z');
});

test('they are found by text and contact, by status, and for a calendar by their time; the latest first, in pages of twenty', async () => {
  const admin = await world.company();
  const { contactId } = await contactOf(admin, 'José Conceição');
  for (let day = 1; day <= 21; day += 1) await create(admin, contactId, `2030-06-${String(day).padStart(2, '0')}T12:00:00Z`);
  await create(admin, (await contactOf(admin)).contactId, '2030-07-01T12:00:00Z', { body: 'Promoção' });
  const list = (query: Parameters<typeof admin.call<typeof schedulesApi.list>>[1]['query']) => admin.call(schedulesApi.list, { query });
  const first = await list({});
  expect([first.count, first.hasMore, first.schedules.length, first.schedules[0]?.body]).toEqual([22, true, 20, 'Promoção']);
  expect((await list({ pageNumber: 2 })).schedules.map(({ sendAt }) => sendAt.slice(0, 10))).toEqual(['2030-06-02', '2030-06-01']);
  expect([(await list({ searchParam: 'promocao' })).count, (await list({ searchParam: 'conceicao' })).count]).toEqual([1, 21]);
  expect([(await list({ status: 'PENDENTE' })).count, (await list({ status: 'ERRO' })).count]).toEqual([22, 0]);
  const june = await list({ from: '2030-06-01T00:00:00Z', to: '2030-07-01T00:00:00Z' });
  expect([june.schedules.length, june.hasMore]).toEqual([21, false]);
});

test('when its time has come it is sent once, with its variables filled in, in the open ticket, and can not be saved again', async () => {
  const { admin, agent, ticket, number, phone } = await served(world);
  const heard = await admin.listen();
  const body = 'Oi {{firstName}}, protocolo {{protocol}}, {{user}}';
  const made = await create(agent, ticket.contactId, minutes(0.02), { body });
  await settled(agent, made);
  const sent = await show(agent, made);
  expect(sent).toMatchObject({ status: 'ENVIADA', reason: null, body });
  expect(Date.parse(sent.sentAt ?? '')).toBeGreaterThanOrEqual(Date.parse(sent.sendAt));
  const text = `Oi Ana, protocolo ${ticket.code}, ${agent.user.name}`;
  await expect.poll(async () => (await phone(number)).filter((said) => said.body === text), patient).toHaveLength(1);
  const { messages } = await agent.call(messagesApi.list, { params: { ticketId: ticket.id }, query: {} });
  expect(messages.at(-1)).toMatchObject({ body: text, origin: 'schedule', ticketId: ticket.id, user: null });
  await expect.poll(() => heard.of(scheduleLive).at(-1), patient).toMatchObject({ action: 'update', schedule: { status: 'ENVIADA' } });
  const again = { body: { ...made, body: 'Outra vez' } };
  expect(await agent.raw('PUT', `/schedules/${made.id}`, again)).toMatchObject(refusal(409, 'ERR_SCHEDULE_SENT'));
  expect(await agent.raw('DELETE', `/schedules/${made.id}/media-upload`)).toMatchObject(refusal(409, 'ERR_SCHEDULE_SENT'));
  await agent.call(schedulesApi.remove, { params: { id: made.id } });
});

test('what came due while the system was down is sent late, within the limit of the company; later than that it says so', async () => {
  const { admin, whatsappId, phone } = await office(world);
  const { contactId, number } = await contactOf(admin);
  const late = await create(admin, contactId, minutes(-40), { body: 'Atrasada', whatsappId });
  const tooLate = await create(admin, contactId, minutes(-24 * 60 - 1), { body: 'De anteontem' });
  await settled(admin, late);
  await settled(admin, tooLate);
  expect(await show(admin, late)).toMatchObject({ status: 'ENVIADA' });
  expect(await show(admin, tooLate)).toMatchObject({ status: 'ERRO', sentAt: null, reason: 'ERR_SCHEDULE_TOO_LATE' });
  await admin.raw('PUT', '/settings/scheduleMaxDelayMinutes', { body: { value: '30' } });
  const beyond = await create(admin, contactId, minutes(-40), { body: 'Além do limite' });
  await settled(admin, beyond);
  expect(await show(admin, beyond)).toMatchObject({ status: 'ERRO', reason: 'ERR_SCHEDULE_TOO_LATE' });
  // Saved with another time, it waits anew.
  expect(await admin.call(schedulesApi.update, { params: { id: beyond.id }, body: { sendAt: minutes(60) } })).toMatchObject({
    status: 'PENDENTE',
    reason: null,
  });
  await admin.call(schedulesApi.update, { params: { id: beyond.id }, body: { sendAt: minutes(0) } });
  await settled(admin, beyond);
  await expect.poll(async () => (await phone(number)).map(({ body }) => body), patient).toEqual(['Atrasada', 'Além do limite']);
  expect((await admin.call(ticketsApi.list, { query: { showAll: 'true' } })).count).toBe(0);
});

test('"ERRO": without a connection, over a removed one, and when the channel refuses it, with the reason', async () => {
  const alone = await world.company();
  const without = await create(alone, (await contactOf(alone)).contactId, minutes(0));
  await settled(alone, without);
  expect(await show(alone, without)).toMatchObject({ status: 'ERRO', reason: 'ERR_NO_DEF_WAPP_FOUND' });

  const { admin, whatsappId, faults } = await office(world);
  const other = await world.connection(admin, { name: 'Outra' });
  const over = await create(admin, (await contactOf(admin)).contactId, minutes(0.05), { whatsappId: other });
  await admin.raw('DELETE', `/whatsapp/${other}`);
  await settled(admin, over);
  expect(await show(admin, over)).toMatchObject({ status: 'ERRO', reason: 'ERR_NO_WAPP_FOUND' });

  const { contactId, number } = await contactOf(admin);
  await faults({ invalidNumbers: [number] });
  const refused = await create(admin, contactId, minutes(0), { whatsappId });
  await expect
    .poll(async () => show(admin, refused), patient)
    .toMatchObject({ status: 'ERRO', sentAt: null, reason: expect.stringMatching(/^ERR_/) });
});

test('a file goes with it, opens to colleagues, and its text is the caption', async () => {
  const { admin, agent, phone } = await office(world);
  const { contactId, number } = await contactOf(admin);
  const made = await create(admin, contactId, minutes(60), { body: 'Segue o boleto' });
  const form = formOf({}, [{ name: 'boleto.pdf', bytes: Buffer.from('%PDF-1.4 boleto'), type: 'application/pdf' }], 'file');
  const attached = await admin.raw('POST', `/schedules/${made.id}/media-upload`, { form });
  expect(attached).toMatchObject({ status: 200, body: { mediaName: 'boleto.pdf', mediaPath: expect.any(String) } });
  const { mediaPath } = await show(admin, made);
  expect((await agent.raw('GET', `/public/${mediaPath}`)).status).not.toBe(404);
  expect(await (await world.company()).raw('GET', `/public/${mediaPath}`)).not.toMatchObject({ status: 200 });
  await admin.call(schedulesApi.update, { params: { id: made.id }, body: { sendAt: minutes(0) } });
  await expect.poll(async () => (await phone(number)).at(-1), patient).toMatchObject({ body: 'Segue o boleto', mediaType: 'application' });

  const bare = await create(admin, contactId, minutes(60));
  await admin.raw('POST', `/schedules/${bare.id}/media-upload`, { form });
  expect(await admin.raw('DELETE', `/schedules/${bare.id}/media-upload`)).toMatchObject({ body: { mediaPath: null, mediaName: null } });
  expect((await admin.raw('POST', `/schedules/${bare.id}/media-upload`, { form: new FormData() })).status).toBe(400);
});

test('however many nodes look for what is due, each schedule is sent once', async () => {
  const nodes = [await openWorld({ ROLES: 'worker' }, world.database), await openWorld({ ROLES: 'worker' }, world.database)];
  const { admin, phone } = await office(world);
  const { contactId, number } = await contactOf(admin);
  const sendAt = minutes(0.03);
  const bodies = Array.from({ length: 60 }, (_, n) => `Aviso número ${n}`);
  await Promise.all(bodies.map((body) => create(admin, contactId, sendAt, { body })));
  await expect.poll(async () => (await admin.call(schedulesApi.list, { query: { status: 'ENVIADA' } })).count, patient).toBe(60);
  await expect.poll(async () => (await phone(number)).length, patient).toBeGreaterThanOrEqual(60);
  expect((await phone(number)).map(({ body }) => body).toSorted()).toEqual(bodies.toSorted());
  expect(nodes).toHaveLength(2);
});

test('who is removed takes what was to be sent along', async () => {
  const admin = await world.company();
  const heard = await admin.listen();
  const { contactId } = await contactOf(admin);
  const { id } = await create(admin, contactId, minutes(60));
  await admin.call(contactsApi.remove, { params: { id: contactId } });
  expect((await admin.call(schedulesApi.list, { query: {} })).count).toBe(0);
  await expect.poll(() => heard.of(scheduleLive).at(-1), patient).toMatchObject({ action: 'delete', scheduleId: id });
});

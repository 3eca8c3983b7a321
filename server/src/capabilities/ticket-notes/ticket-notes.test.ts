import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketNoteLive, ticketNotesApi } from '@prosa/contracts/ticket-notes';
import { ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();

/** A ticket of the first queue, served by its agent, and somebody of another queue. */
async function served() {
  const admin = await world.company();
  const [sales, support] = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  const [agent, colleague, stranger] = await Promise.all([
    world.colleague(admin, 'user', { queueIds: [sales] }),
    world.colleague(admin, 'user', { queueIds: [sales] }),
    world.colleague(admin, 'user', { queueIds: [support] }),
  ]);
  const whatsappId = await world.connection(admin, { queueIds: [sales] });
  const ticketId = await writes(admin, whatsappId, 'Oi');
  await agent.call(ticketsApi.update, { params: { id: ticketId }, body: { status: 'open', userId: agent.user.id } });
  return { admin, agent, colleague, stranger, whatsappId, ticketId };
}

async function writes(admin: Client, whatsappId: number, body: string): Promise<number> {
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number: '5511999990001', name: 'Ana', body } });
  let id = 0;
  await expect
    .poll(async () => {
      const { tickets } = await admin.call(ticketsApi.list, { query: { status: 'pending', showAll: 'true' } });
      id = tickets[0]?.id ?? 0;
      return id;
    }, patient)
    .toBeGreaterThan(0);
  return id;
}

const note = (who: Client, ticketId: number, text: string) => who.call(ticketNotesApi.create, { body: { ticketId, note: text } });
const notes = async (who: Client, ticketId: number) =>
  (await who.call(ticketNotesApi.list, { query: { ticketId } })).map((each) => each.note);

test('"keep notes … on a contact": written, heard by who sees the ticket, listed newest first with the author, taken away', async () => {
  const { admin, agent, stranger, ticketId } = await served();
  const [atAdmin, atStranger] = await Promise.all([admin.listen(), stranger.listen()]);
  const first = await note(agent, ticketId, '  Prefere manhã  ');
  expect(first).toMatchObject({ note: 'Prefere manhã', ticketId, user: { id: agent.user.id, name: agent.user.name } });
  await note(admin, ticketId, 'VIP');
  expect(await notes(agent, ticketId)).toEqual(['VIP', 'Prefere manhã']);
  expect(await agent.call(ticketNotesApi.remove, { params: { id: first.id } })).toEqual({ message: expect.any(String) });
  expect(await notes(agent, ticketId)).toEqual(['VIP']);
  await expect.poll(() => atAdmin.of(ticketNoteLive).map(({ action }) => action), patient).toEqual(['create', 'create', 'delete']);
  expect(atAdmin.of(ticketNoteLive)[2]).toMatchObject({ noteId: first.id, ticketId });
  expect(atStranger.of(ticketNoteLive)).toEqual([]);
});

test("\"Ticket note: required ('Required'), minimum 2 ('Too Short!')\"", async () => {
  const { agent, ticketId } = await served();
  const wrong = async (text: string) => {
    const { status, body } = await agent.send(ticketNotesApi.create, { body: { ticketId, note: text } });
    return [status, (body as { details: Array<{ message: string }> }).details.map(({ message }) => message)];
  };
  expect(await wrong('  ')).toEqual([400, ['required', 'tooShort']]);
  expect(await wrong('a')).toEqual([400, ['tooShort']]);
});

test('"GET /ticket-notes/list with ticketId and contactId; POST /ticket-notes": the specified fields and types', async () => {
  const { agent, ticketId } = await served();
  const { contactId } = await agent.call(ticketsApi.show, { params: { id: ticketId } });
  const made = await agent.raw('POST', '/ticket-notes', { body: { note: 'Ligar', ticketId, contactId, companyId: 1, userId: 1 } });
  expect({ status: made.status, body: made.body }).toEqual({
    status: 200,
    body: {
      id: expect.any(Number),
      note: 'Ligar',
      ticketId,
      contactId,
      userId: agent.user.id,
      user: { id: agent.user.id, name: agent.user.name },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  });
  expect((await agent.raw('GET', `/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}`)).body).toEqual([made.body]);
  const invalid = (path: string) => ({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: expect.arrayContaining([expect.objectContaining({ path })]) },
  });
  for (const query of ['', `contactId=${contactId}`, 'ticketId=x', 'ticketId='])
    expect(await agent.raw('GET', `/ticket-notes/list?${query}`), query).toMatchObject(invalid('ticketId'));
  expect(await agent.raw('POST', '/ticket-notes', { body: { note: 'Ligar' } })).toMatchObject(invalid('ticketId'));
  expect(await agent.raw('POST', '/ticket-notes', { body: { ticketId } })).toMatchObject(invalid('note'));
  expect(await agent.raw('POST', '/ticket-notes', { body: { ticketId, note: 7 } })).toMatchObject(invalid('note'));
  const nobody = { status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } };
  expect(await agent.raw('POST', '/ticket-notes', { body: { ticketId, note: 'Ligar', contactId: 2_000_000_111 } })).toMatchObject(nobody);
  expect(await agent.raw('GET', `/ticket-notes/list?ticketId=${ticketId}&contactId=2000000111`)).toMatchObject(nobody);
});

test('who may not see the ticket reads and writes no notes; notes are deleted by their author or an admin', async () => {
  const { admin, agent, colleague, stranger, ticketId } = await served();
  const own = await note(agent, ticketId, 'Minha nota');
  const forbidden = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
  expect(await stranger.send(ticketNotesApi.list, { query: { ticketId } })).toMatchObject(forbidden);
  expect(await stranger.send(ticketNotesApi.create, { body: { ticketId, note: 'Espiando' } })).toMatchObject(forbidden);
  expect(await stranger.send(ticketNotesApi.remove, { params: { id: own.id } })).toMatchObject(forbidden);
  await agent.call(ticketsApi.update, { params: { id: ticketId }, body: { status: 'closed' } });
  expect(await notes(colleague, ticketId)).toEqual(['Minha nota']);
  expect(await colleague.send(ticketNotesApi.remove, { params: { id: own.id } })).toMatchObject(forbidden);
  expect((await admin.send(ticketNotesApi.remove, { params: { id: own.id } })).status).toBe(200);
  expect(await admin.send(ticketNotesApi.remove, { params: { id: own.id } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_TICKETNOTE_FOUND' },
  });
  expect(await agent.send(ticketNotesApi.create, { body: { ticketId: 2_000_000_000, note: 'Nada' } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_TICKET_FOUND' },
  });
});

test('notes of the contact’s other tickets come along, as far as one may see those; a note outlives its author', async () => {
  const { admin, agent, stranger, whatsappId, ticketId } = await served();
  await note(agent, ticketId, 'Do primeiro atendimento');
  await agent.call(ticketsApi.update, { params: { id: ticketId }, body: { status: 'closed' } });
  world.clock.move(3 * 3_600_000);
  await Promise.all([admin, stranger].map((who) => who.refresh()));
  const later = await writes(admin, whatsappId, 'Oi de novo');
  expect(later).not.toBe(ticketId);
  await admin.call(ticketsApi.update, { params: { id: later }, body: { status: 'open', userId: stranger.user.id } });
  await note(stranger, later, 'Do segundo');
  expect(await notes(admin, later)).toEqual(['Do segundo', 'Do primeiro atendimento']);
  expect(await notes(stranger, later)).toEqual(['Do segundo']);
  await admin.call(usersApi.remove, { params: { id: agent.user.id } });
  expect((await admin.call(ticketNotesApi.list, { query: { ticketId } }))[1]).toMatchObject({
    note: 'Do primeiro atendimento',
    user: null,
    userId: null,
  });
});

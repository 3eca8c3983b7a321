import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { campaignSettingsApi } from '@prosa/contracts/campaigns';
import { contactListItemsApi, contactListsApi } from '@prosa/contracts/contact-lists';
import { contactLive, contactsApi } from '@prosa/contracts/contacts';
import { CaughtUp } from '@prosa/contracts/live';
import { messagesApi } from '@prosa/contracts/messages';
import { schedulesApi } from '@prosa/contracts/schedules';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketNotesApi } from '@prosa/contracts/ticket-notes';
import { ticketsApi } from '@prosa/contracts/tickets';
import { webhookEvents, webhooksApi } from '@prosa/contracts/webhooks';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { removeContact } from '../src/capabilities/contacts/contacts.actions.ts';
import { ErasurePaused, resumeErasures, runErasure } from '../src/capabilities/contacts/erasures.jobs.ts';
import { personalData } from '../src/capabilities/contacts/personal-data.ts';
import { erasureParts } from '../src/capabilities/index.ts';
import { removeSchedulesOf } from '../src/capabilities/schedules/schedules.actions.ts';
import { removeTicketsOf } from '../src/capabilities/tickets/contact-change.actions.ts';
import { simulatorProvider } from '../src/channels/simulator/simulator.ts';
import { inScope } from '../src/platform/database/scope.ts';
import { sayIn } from './browser.ts';
import { fast, launch, reaches } from './campaigns.ts';
import { differences, fingerprint } from './isolation/row-seeder.ts';
import { patient } from './patient.ts';
import { openReceiver } from './receiver.ts';
import { pngOf } from './sample-files.ts';
import { openSimulated, ticketOf } from './simulated.ts';
import { columnsHolding } from './text-columns.ts';
import { openWorld } from './world.ts';

const hook = await openReceiver('um segredo de dezesseis');
const world = await openWorld({ OUTBOUND_ALLOW: `webhook:${hook.host}` });
const database = new pg.Client({ connectionString: world.database.url });
await database.connect();
afterAll(async () => {
  hook.close();
  await database.end();
});

const canary = { name: 'Zulmira Canário', number: '5547987650001', email: 'zulmira@canario.example' };
const words = ['zulmira', 'can_rio', '4787650001', '47987650001'];
const ana = { name: 'Ana', number: '5547987650002' };
const group = { id: '120363000000000077@g.us', name: 'Família' };

/** Columns that may still hold a deleted contact's data, by the register. */
const keptColumns = Object.entries(personalData).flatMap(([table, { contact = {} }]) =>
  Object.entries(contact)
    .filter(([erasure]) => erasure.startsWith('keep:') || erasure.startsWith('expires:'))
    .flatMap(([, columns = '']) => columns.split(/\s+/).map((column) => `${table}.${column}`)),
);

const filesOf = (companyId: number) => {
  const folder = join(world.dataDir, 'media', String(companyId));
  return existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length : 0;
};

type Office = Awaited<ReturnType<typeof openSimulated>>;

/** The customer hides behind a privacy id at first, so that two contacts are merged, and sends an image. */
async function writeAsCanary({ admin, write, faults, params }: Office) {
  await faults({ pictures: true });
  await write({ number: canary.number, name: canary.name, body: 'Aqui é a Zulmira' });
  await faults({ privacyId: true });
  await write({ number: canary.number, name: canary.name, body: 'Sou eu, Zulmira, escondida' });
  await expect.poll(async () => (await admin.call(contactsApi.list, { query: {} })).count, patient).toBe(2);
  await admin.call(simulatorApi.identity, { params, body: { number: canary.number } });
  await faults({ privacyId: false });
  await expect.poll(async () => (await admin.call(contactsApi.list, { query: {} })).count, patient).toBe(1);
  const form = new FormData();
  form.set('number', canary.number);
  form.set('body', 'Foto da Zulmira');
  form.set('media', new Blob([new Uint8Array(await pngOf(600, 400))], { type: 'image/png' }), 'zulmira.png');
  expect((await admin.raw('POST', `/simulator/${params.whatsappId}/messages`, { form })).status).toBe(200);
  const { id } = await admin.call(simulatorApi.write, { params, body: { number: canary.number, body: 'Zulmira errou' } });
  await admin.call(simulatorApi.write, { params, body: { number: canary.number, edit: { id, body: 'Zulmira corrigiu' } } });
}

/** The agent answers, notes, schedules; a list, a campaign and a group hold the customer too. */
async function serveCanary({ admin, write, faults, params }: Office) {
  await faults({ pictures: false });
  const ticket = await ticketOf(admin, canary.number);
  const { id: contactId } = ticket.contact;
  const fields = [{ name: 'Apelido', value: 'Zulmira' }];
  await admin.call(contactsApi.update, { params: { id: contactId }, body: { email: canary.email, extraInfo: fields } });
  await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
  const sent = await sayIn(admin, ticket.id, `Olá ${canary.name}`);
  await admin.call(messagesApi.react, { params: { messageId: sent.id }, body: { emoji: '👍' } });
  await admin.call(ticketNotesApi.create, { body: { ticketId: ticket.id, note: 'Zulmira prefere a manhã' } });
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  await admin.call(schedulesApi.create, { body: { contactId, body: 'Oi Zulmira', sendAt } });
  await admin.call(campaignSettingsApi.save, { body: { settings: fast } });
  const { id: contactListId } = await admin.call(contactListsApi.create, { body: { name: 'Lista' } });
  await admin.call(contactListItemsApi.create, { body: { contactListId, ...canary } });
  await admin.call(contactListItemsApi.create, { body: { contactListId, ...ana, email: '' } });
  const campaign = await launch(admin, { contactListId, message1: 'Olá {nome}!' });
  await reaches(admin, campaign, 'FINALIZADA');
  // Added after the campaign, which would have made a contact of its own for the number.
  await admin.call(contactListItemsApi.create, {
    body: { contactListId, name: 'Zulmira outra vez', number: '5547987659999', email: canary.email },
  });
  await write({ number: ana.number, name: ana.name, body: 'Oi' });
  await admin.call(settingsApi.update, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } });
  for (const person of [canary, ana]) {
    const body = { number: person.number, name: person.name, body: `Oi do grupo`, group };
    await admin.call(simulatorApi.write, { params, body });
  }
  const spoken = `select from messages where company_id = $1 and participant <> ''`;
  await expect.poll(async () => (await database.query(spoken, [admin.user.companyId])).rowCount, patient).toBe(2);
  return { contactId, ticketId: ticket.id, contactListId, campaign };
}

/** Rows that need a real network, a failing frame or an ERP to come about. */
async function plantRest({ admin, whatsappId }: Office, { contactId, ticketId }: { contactId: number; ticketId: number }) {
  const { companyId } = admin.user;
  const frame = JSON.stringify({ kind: 'message', chat: canary.number, id: 'x', body: 'Zulmira' });
  const place = [companyId, whatsappId];
  await database.query(`insert into baileys_phone_book (company_id, connection_id, number, name) values ($1, $2, $3, $4)`, [
    ...place,
    canary.number,
    canary.name,
  ]);
  await database.query(`insert into cloud_chats (company_id, connection_id, chat, wamid, heard_at) values ($1, $2, $3, 'w', now())`, [
    ...place,
    canary.number,
  ]);
  await database.query(
    `insert into inbox (company_id, connection_id, identity, frame, quarantined_at) values ($1, $2, 'message x', $3, now())`,
    [...place, frame],
  );
  await database.query(
    `insert into parked_frames (company_id, connection_id, from_me, channel_id, identity, frame) values ($1, $2, false, 'x', 'x', $3)`,
    [...place, frame],
  );
  await database.query(
    `insert into read_marks (company_id, connection_id, chat, messages) values ($1, $2, $3, '[]') on conflict do nothing`,
    [...place, canary.number],
  );
  await database.query(
    `insert into bill_disclosures (company_id, ticket_id, contact_id, number, provider, bill_id, what)
      values ($1, $2, $3, $4, 'ixc', '1', 'sent')`,
    [companyId, ticketId, contactId, canary.number],
  );
}

const erasureOf = async (contactId: number) => {
  const { rows } = await database.query<{ id: number; counts: Record<string, number>; person: string | null; isDone: boolean }>(
    `select id, counts, person_sealed as person, finished_at is not null as "isDone" from erasures where contact_id = $1`,
    [contactId],
  );
  return rows[0];
};

test('deleting a contact erases it from every column of every table and from the storage, in this company alone', {
  timeout: 300_000,
}, async () => {
  const [here, other] = [await openSimulated(world), await openSimulated(world)];
  const { companyId } = here.admin.user;
  await here.admin.call(webhooksApi.create, { body: { name: 'Meu sistema', url: hook.url, events: [...webhookEvents] } });
  await writeAsCanary(other);
  await expect.poll(() => filesOf(other.admin.user.companyId), patient).toBeGreaterThan(2);
  await writeAsCanary(here);
  const made = await serveCanary(here);
  await expect.poll(() => hook.received.some(({ data }) => JSON.stringify(data).includes(canary.email)), patient).toBe(true);
  await plantRest(here, made);
  const before = new Set((await columnsHolding(database, companyId, words)).map((place) => place.split('.')[0]));
  const expected = ['contacts', 'contact_fields', 'contact_merges', 'tickets', 'messages', 'message_edits', 'ticket_notes', 'schedules'];
  for (const table of [
    ...expected,
    'contact_list_items',
    'campaign_shippings',
    'events',
    'webhook_deliveries',
    'media',
    'bill_disclosures',
  ])
    expect([table, before.has(table)]).toEqual([table, true]);
  const others = await fingerprint(database, other.admin.user.companyId);
  const files = filesOf(other.admin.user.companyId);

  const live = await here.admin.listen();
  expect(await here.admin.send(contactsApi.remove, { params: { id: made.contactId } })).toMatchObject({
    status: 200,
    body: { message: 'Contact deleted' },
  });
  await expect
    .poll(() => live.of(contactLive).map(({ action, contactId }) => [action, contactId]), patient)
    .toContainEqual(['delete', made.contactId]);
  await expect.poll(async () => (await erasureOf(made.contactId))?.isDone, patient).toBe(true);

  const left = await columnsHolding(database, companyId, words);
  expect(left.filter((place) => !keptColumns.includes(place))).toEqual([]);
  expect(filesOf(companyId)).toBe(0);
  const { person, counts } = (await erasureOf(made.contactId))!;
  expect(person).toBeNull();
  expect(counts).toMatchObject({ contact_list_items: 2, campaign_shippings: 1, bill_disclosures: 1, inbox: 1 });
  expect(Object.keys(counts)).toEqual(expect.arrayContaining(['events', 'webhook_deliveries', 'media', 'messages']));
  expect(differences(others, await fingerprint(database, other.admin.user.companyId))).toEqual([]);
  expect(filesOf(other.admin.user.companyId)).toBe(files);

  // A browser that missed an erased event reloads.
  const { rows: erased } = await database.query<{ seq: number }>(`select min(seq)::int as seq from events where name = 'erased'`);
  const missed = await live.socket.timeout(patient.timeout).emitWithAck('catchUp', { since: (erased[0]?.seq ?? 0) - 1 });
  expect(CaughtUp.parse(missed)).toMatchObject({ reload: true });

  const disclosed = await database.query('select number, bill_id from bill_disclosures where company_id = $1', [companyId]);
  expect(disclosed.rows).toEqual([{ number: '', bill_id: '1' }]);

  // Ana, who was on the same list and in the same group, is still there, and the figures of the campaign are the same.
  const items = await here.admin.call(contactListItemsApi.list, { query: { contactListId: made.contactListId } });
  expect(items.contacts.map(({ number }) => number)).toEqual([ana.number]);
  expect((await columnsHolding(database, companyId, [ana.number])).length).toBeGreaterThan(5);
});

test('an erasure that is interrupted after every batch continues where it was, also on a server that was started anew', async () => {
  const here = await openSimulated(world);
  const { companyId } = here.admin.user;
  await writeAsCanary(here);
  const { contactId } = await serveCanary(here);
  const { platform } = world.server;
  const erasureId = await inScope(platform, { companyId }, (scope) =>
    removeContact(scope, contactId, async (id) => {
      await removeTicketsOf(scope, id);
      await removeSchedulesOf(scope, id);
    }),
  );
  const parts = erasureParts({ simulator: simulatorProvider(platform) });
  let batches = 0;
  const interrupt = () => {
    batches += 1;
    if (batches % 2 === 0) throw new ErasurePaused('interrupted');
  };
  for (let run = 0; run < 4; run += 1)
    await expect(runErasure(platform, { companyId, erasureId }, parts, interrupt)).rejects.toBeInstanceOf(ErasurePaused);
  expect(await erasureOf(contactId)).toMatchObject({ isDone: false });

  const again = await openWorld({}, world.database);
  await database.query(`update erasures set requested_at = now() - interval '2 hours' where id = $1`, [erasureId]);
  await resumeErasures.run(again.server.platform);
  await expect.poll(async () => (await erasureOf(contactId))?.isDone, patient).toBe(true);
  const left = await columnsHolding(database, companyId, words);
  expect(left.filter((place) => !keptColumns.includes(place))).toEqual([]);
  expect(filesOf(companyId)).toBe(0);
  // Once more, it finds nothing to do.
  await runErasure(platform, { companyId, erasureId }, parts, () => undefined);
  expect(await erasureOf(contactId)).toMatchObject({ isDone: true, person: null });
}, 300_000);

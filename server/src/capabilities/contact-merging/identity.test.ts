import { type Contact, contactLive, contactsApi } from '@prosa/contracts/contacts';
import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketNotesApi } from '@prosa/contracts/ticket-notes';
import { type Ticket, ticketLive, ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { inScope } from '../../platform/database/scope.ts';
import { learnIdentities } from './identity.actions.ts';

const world = await openWorld();
const above = new pg.Client({ connectionString: world.database.url });
await above.connect();
afterAll(() => above.end());

type Line = { admin: Client; whatsappId: number };
async function openLine(): Promise<Line> {
  const admin = await world.company();
  return { admin, whatsappId: await world.connection(admin) };
}

const write = ({ admin, whatsappId }: Line, number: string, body: string, name = 'Ana') =>
  admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, name, body } });
const hide = ({ admin, whatsappId }: Line, privacyId: boolean) =>
  admin.call(simulatorApi.faults, { params: { whatsappId }, body: { privacyId } });
const reveal = ({ admin, whatsappId }: Line, number: string) =>
  admin.call(simulatorApi.identity, { params: { whatsappId }, body: { number } });
const contactsOf = async ({ admin }: Line) => (await admin.call(contactsApi.list, { query: {} })).contacts;
const reads = ({ admin, whatsappId }: Line, number: string) => admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } });

/** Tickets of a contact with all that was said in each, as they stand. */
async function ticketsOf(contactId: number) {
  const { rows } = await above.query<{ id: number; status: string; unread: number; last: string; said: string[]; strangers: number }>(
    `
      select t.id, t.status, t.unread_messages as unread, t.last_message as last,
        array(select m.body from messages m where m.ticket_id = t.id order by m.created_at, m.id) as said,
        (
          select count(*)::int
          from messages m
          where m.ticket_id = t.id and m.contact_id <> t.contact_id) as strangers
      from tickets t
      where t.contact_id = $1
      order by t.id`,
    [contactId],
  );
  return rows;
}
const said = async (contactId: number) => (await ticketsOf(contactId)).flatMap((ticket) => ticket.said);

test('one Brazilian person, with and without the ninth digit, is one contact; answers go to the address last heard from', async () => {
  const line = await openLine();
  await Promise.all([write(line, '5511999990001', 'um'), write(line, '551199990001', 'dois')]);
  await expect.poll(async () => (await contactsOf(line)).length, patient).toBe(1);
  const [ana] = await contactsOf(line);
  await expect.poll(() => said(ana!.id), patient).toHaveLength(2);
  expect(await ticketsOf(ana!.id)).toEqual([expect.objectContaining({ status: 'pending', unread: 2, strangers: 0 })]);

  await write(line, '551199990001', 'três');
  await expect.poll(() => said(ana!.id), patient).toHaveLength(3);
  const [ticket] = await ticketsOf(ana!.id);
  await line.admin.call(ticketsApi.update, { params: { id: ticket!.id }, body: { status: 'open', userId: line.admin.user.id } });
  await line.admin.call(messagesApi.send, { params: { ticketId: ticket!.id }, body: { body: 'Olá' } });
  await expect.poll(async () => (await reads(line, '551199990001')).map(({ body }) => body), patient).toContain('Olá');
});

test('a name that came replaces a bare number, never a name somebody gave, and is told once', async () => {
  const line = await openLine();
  const heard = await line.admin.listen();
  await write(line, '5511999990001', 'um', '');
  await expect.poll(async () => (await contactsOf(line)).map(({ name }) => name), patient).toEqual(['5511999990001']);
  await write(line, '551199990001', 'dois', 'Ana do Zap');
  await expect.poll(async () => (await contactsOf(line)).map(({ name }) => name), patient).toEqual(['Ana do Zap']);
  const [ana] = await contactsOf(line);
  await line.admin.call(contactsApi.update, { params: { id: ana!.id }, body: { name: 'Ana Clara' } });
  await write(line, '5511999990001', 'três', 'Aninha');
  await expect.poll(() => said(ana!.id), patient).toHaveLength(3);
  expect((await contactsOf(line)).map(({ name, number }) => [name, number])).toEqual([['Ana Clara', '5511999990001']]);
  await expect
    .poll(() => heard.of(contactLive).map(({ action, contact }) => [action, (contact as Contact).name]), patient)
    .toEqual([
      ['create', '5511999990001'],
      ['update', 'Ana do Zap'],
      ['update', 'Ana Clara'],
    ]);
});

test('under a corrected number, who writes from the old one is somebody else, and answers go to the new one', async () => {
  const line = await openLine();
  await write(line, '5511999990001', 'um');
  await expect.poll(async () => (await contactsOf(line)).length, patient).toBe(1);
  const [ana] = await contactsOf(line);
  await line.admin.call(contactsApi.update, { params: { id: ana!.id }, body: { number: '5511999990002' } });
  await write(line, '5511999990001', 'quem?', 'Bia');
  await expect.poll(async () => (await contactsOf(line)).map(({ name }) => name), patient).toEqual(['Ana', 'Bia']);
  const [ticket] = await ticketsOf(ana!.id);
  await line.admin.call(ticketsApi.update, { params: { id: ticket!.id }, body: { status: 'open', userId: line.admin.user.id } });
  await line.admin.call(messagesApi.send, { params: { ticketId: ticket!.id }, body: { body: 'Olá' } });
  await expect.poll(async () => (await reads(line, '5511999990002')).map(({ body }) => body), patient).toEqual(['Olá']);
});

test('customers "arrive without their number until" it is revealed: the contact gets it, and keeps its conversation', async () => {
  const line = await openLine();
  await hide(line, true);
  await write(line, '5511999990001', 'um');
  await expect.poll(async () => (await contactsOf(line)).length, patient).toBe(1);
  const [ana] = await contactsOf(line);
  expect(ana).toMatchObject({ name: 'Ana', number: '' });
  const [ticket] = await ticketsOf(ana!.id);
  await line.admin.call(ticketsApi.update, { params: { id: ticket!.id }, body: { status: 'open', userId: line.admin.user.id } });
  await line.admin.call(messagesApi.send, { params: { ticketId: ticket!.id }, body: { body: 'Olá' } });
  await expect.poll(async () => (await reads(line, '5511999990001')).map(({ body }) => body), patient).toContain('Olá');

  const heard = await line.admin.listen();
  await reveal(line, '5511999990001');
  await expect.poll(async () => (await contactsOf(line)).map(({ number }) => number), patient).toEqual(['5511999990001']);
  await write(line, '5511999990001', 'dois');
  await expect.poll(() => said(ana!.id), patient).toEqual(['um', 'Olá', 'dois']);
  expect(await ticketsOf(ana!.id)).toHaveLength(1);
  expect(heard.of(contactLive)).toEqual([
    expect.objectContaining({ action: 'update', contact: expect.objectContaining({ id: ana!.id, number: '5511999990001' }) }),
  ]);
});

test('a number that is told before anybody wrote is remembered, and no contact is made of it', async () => {
  const line = await openLine();
  await hide(line, true);
  const told = { kind: 'identity', privacyId: '77001122@lid', number: '5511999990005' } as const;
  await inScope(world.server.platform, { companyId: line.admin.user.companyId }, (scope) => learnIdentities(scope, [told, told]));
  expect(await contactsOf(line)).toEqual([]);
  await above.query('insert into simulator_privacy_ids (company_id, connection_id, number, privacy_id) values ($1, $2, $3, $4)', [
    line.admin.user.companyId,
    line.whatsappId,
    told.number,
    told.privacyId,
  ]);
  await write(line, told.number, 'oi', '');
  await expect
    .poll(async () => (await contactsOf(line)).map(({ name, number }) => [name, number]), patient)
    .toEqual([[told.number, told.number]]);
});

/** Ana wrote by her number; later somebody hidden writes too, who turns out to be Ana. */
async function twoThatAreOne() {
  const line = await openLine();
  await write(line, '5511999990001', 'da Ana 1', '');
  await expect.poll(async () => (await contactsOf(line)).length, patient).toBe(1);
  const [ana] = await contactsOf(line);
  await hide(line, true);
  await write(line, '5511999990001', 'escondida 1', 'Ana Escondida');
  await expect.poll(async () => (await contactsOf(line)).length, patient).toBe(2);
  const hidden = (await contactsOf(line)).find(({ number }) => number === '');
  await line.admin.call(contactsApi.update, {
    params: { id: hidden!.id },
    body: { email: 'ana@exemplo.com', extraInfo: [{ name: 'CPF', value: '1' }] },
  });
  await line.admin.call(contactsApi.update, { params: { id: ana!.id }, body: { extraInfo: [{ name: 'Cidade', value: 'Santos' }] } });
  const [[ours], [theirs]] = [await ticketsOf(ana!.id), await ticketsOf(hidden!.id)];
  await line.admin.call(ticketNotesApi.create, { body: { ticketId: theirs!.id, note: 'Prefere manhã' } });
  return { line, ana: ana!, hidden: hidden!, ours: ours!, theirs: theirs! };
}
const shown = async ({ admin }: Line, id: number) => admin.call(contactsApi.show, { params: { id } });

test('a privacy id whose number a contact has already: the two become one, and nothing that was said is lost', async () => {
  const { line, ana, hidden, ours, theirs } = await twoThatAreOne();
  const heard = await line.admin.listen();
  await reveal(line, '5511999990001');
  await expect.poll(async () => (await contactsOf(line)).length, patient).toBe(1);
  expect(await shown(line, ana.id)).toMatchObject({ name: 'Ana Escondida', email: 'ana@exemplo.com', number: '5511999990001' });
  expect((await shown(line, ana.id)).extraInfo.map(({ name }) => name)).toEqual(['Cidade', 'CPF']);
  expect(await ticketsOf(ana.id)).toEqual([
    { id: ours.id, status: 'pending', unread: 2, last: 'escondida 1', said: ['da Ana 1', 'escondida 1'], strangers: 0 },
    { id: theirs.id, status: 'closed', unread: 0, last: '', said: [], strangers: 0 },
  ]);
  expect(await line.admin.call(ticketsApi.history, { params: { id: theirs.id } })).toContainEqual(
    expect.objectContaining({ what: 'merge', to: 'closed', why: expect.stringContaining('the same person') }),
  );
  expect(await line.admin.call(ticketNotesApi.list, { query: { ticketId: ours.id } })).toEqual([
    expect.objectContaining({ note: 'Prefere manhã', contactId: ana.id }),
  ]);
  await expect.poll(() => heard.of(contactLive).map(({ action }) => action), patient).toEqual(['update', 'delete']);
  expect(heard.of(contactLive)[1]).toMatchObject({ contactId: hidden.id });
  expect(
    heard
      .of(ticketLive)
      .map(({ ticket }) => [(ticket as Ticket).id, (ticket as Ticket).status, (ticket as Ticket).unreadMessages] as const)
      .sort(([one], [other]) => one - other),
  ).toEqual([
    [ours.id, 'pending', 2],
    [theirs.id, 'closed', 0],
  ]);

  // Told again, it changes nothing.
  const before = await above.query('select * from contact_merges');
  await reveal(line, '5511999990001');
  await write(line, '5511999990001', 'depois');
  await expect.poll(() => said(ana.id), patient).toEqual(['da Ana 1', 'escondida 1', 'depois']);
  expect((await above.query('select * from contact_merges')).rows).toEqual(before.rows);
});

test('of two live tickets the one that an agent serves goes on', async () => {
  const { line, ana, ours, theirs } = await twoThatAreOne();
  const agent = await world.colleague(line.admin);
  await line.admin.call(ticketsApi.update, { params: { id: theirs.id }, body: { status: 'open', userId: agent.user.id } });
  await reveal(line, '5511999990001');
  await expect.poll(async () => (await contactsOf(line)).length, patient).toBe(1);
  expect((await ticketsOf(ana.id)).map(({ id, status, said: words }) => [id, status, words.length])).toEqual([
    [ours.id, 'closed', 0],
    [theirs.id, 'open', 2],
  ]);
});

test('two who were taken for one part again, each with what was theirs, also with what came since', async () => {
  const { line, ana, hidden, ours, theirs } = await twoThatAreOne();
  const before = { ana: await shown(line, ana.id), hidden: await shown(line, hidden.id) };
  await reveal(line, '5511999990001');
  await expect.poll(async () => (await contactsOf(line)).length, patient).toBe(1);
  // Still by the privacy id, and by the number.
  await above.query('update simulator_privacy_ids set revealed = false where connection_id = $1', [line.whatsappId]);
  await write(line, '5511999990001', 'escondida 2');
  await hide(line, false);
  await write(line, '5511999990001', 'da Ana 2');
  await expect.poll(() => said(ana.id), patient).toHaveLength(4);

  const heard = await line.admin.listen();
  const parted = await line.admin.call(contactsApi.separate, { params: { id: ana.id } });
  const same = (contact: Contact) => ({ ...contact, updatedAt: '' });
  expect(same(parted)).toEqual(same(before.hidden));
  expect(same(await shown(line, ana.id))).toEqual(same(before.ana));
  expect(await ticketsOf(ana.id)).toEqual([
    { id: ours.id, status: 'pending', unread: 2, last: 'da Ana 2', said: ['da Ana 1', 'da Ana 2'], strangers: 0 },
  ]);
  expect(await ticketsOf(hidden.id)).toEqual([
    { id: theirs.id, status: 'pending', unread: 2, last: 'escondida 2', said: ['escondida 1', 'escondida 2'], strangers: 0 },
  ]);
  await expect.poll(() => heard.of(contactLive).map(({ action }) => action), patient).toEqual(['create', 'update']);
  expect(
    heard
      .of(ticketLive)
      .map(({ ticket }) => [(ticket as Ticket).id, (ticket as Ticket).contactId] as const)
      .sort(([one], [other]) => one - other),
  ).toEqual([
    [ours.id, ana.id],
    [theirs.id, hidden.id],
  ]);

  // The channel's word is not believed again, and each goes on alone.
  await reveal(line, '5511999990001');
  await hide(line, true);
  await above.query('update simulator_privacy_ids set revealed = false where connection_id = $1', [line.whatsappId]);
  await write(line, '5511999990001', 'escondida 3');
  await expect.poll(() => said(hidden.id), patient).toEqual(['escondida 1', 'escondida 2', 'escondida 3']);
  expect(await contactsOf(line)).toHaveLength(2);
  expect(await line.admin.send(contactsApi.separate, { params: { id: ana.id } })).toMatchObject({
    status: 409,
    body: { error: 'ERR_CONFLICT' },
  });
});

test('only tickets of the hidden one: they move and come back whole, one opened since by the hidden one too', async () => {
  const line = await openLine();
  const ana = await line.admin.call(contactsApi.create, { body: { name: 'Ana', number: '5511999990001' } });
  await hide(line, true);
  await write(line, '5511999990001', 'escondida 1', 'Outra');
  await expect.poll(async () => (await contactsOf(line)).length, patient).toBe(2);
  const hidden = (await contactsOf(line)).find(({ number }) => number === '')!;
  const [first] = await ticketsOf(hidden.id);
  await reveal(line, '5511999990001');
  await expect.poll(async () => (await contactsOf(line)).length, patient).toBe(1);
  expect((await ticketsOf(ana.id)).map(({ id }) => id)).toEqual([first!.id]);
  await line.admin.call(ticketsApi.update, { params: { id: first!.id }, body: { status: 'closed' } });
  await above.query(`update tickets set closed_at = now() - interval '1 day' where id = $1`, [first!.id]);
  await above.query('update simulator_privacy_ids set revealed = false where connection_id = $1', [line.whatsappId]);
  await write(line, '5511999990001', 'escondida 2');
  await expect.poll(() => said(ana.id), patient).toHaveLength(2);
  await line.admin.call(contactsApi.separate, { params: { id: ana.id } });
  expect(await ticketsOf(ana.id)).toEqual([]);
  expect((await ticketsOf(hidden.id)).map(({ status, said: words }) => [status, words])).toEqual([
    ['closed', ['escondida 1']],
    ['pending', ['escondida 2']],
  ]);
});

test('whatever points at a contact is known to the merge: a table that is not would lose its rows', async () => {
  const { rows } = await above.query<{ name: string }>(
    `
      select distinct conrelid::regclass::text as name
      from pg_constraint
      where contype = 'f' and confrelid = 'contacts'::regclass
      order by 1`,
  );
  // A picture goes with its contact: whoever stays is asked for theirs when they write next.
  const gone = ['contact_pictures'];
  const known = [
    'bot_states',
    'campaign_shippings',
    'schedules',
    'contact_fields',
    'contact_identities',
    'contact_merges',
    'messages',
    'tickets',
    ...gone,
  ];
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted());
});

import { companiesApi } from '@prosa/contracts/companies';
import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import { messageLive, messagesApi, unreadableBody } from '@prosa/contracts/messages';
import { ticketsApi } from '@prosa/contracts/tickets';
import { weekdays } from '@prosa/contracts/working-hours';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { setting } from '../../../test/bot-shop.ts';
import { newNumber } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import type { EditFrame, Frame, MessageFrame } from '../../channels/port.ts';
import { claimLeases, type HeldLease } from '../connections/leases.ts';
import { openFrameStore } from './frame-store.ts';
import { processInbox } from './inbox.actions.ts';

// Nobody works here but the test: what it hands over together is taken in together.
const world = await openWorld({ ROLES: 'web' });
const { platform } = world.server;
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

let frames = 0;
const newId = () => `F${++frames}`;
const at = (seconds = 0) => new Date(world.clock().getTime() - 60_000 + seconds * 1000).toISOString();

const saidBy = (chat: string, body: string, more: Partial<MessageFrame> = {}): MessageFrame => ({
  kind: 'message',
  id: newId(),
  chat,
  fromMe: false,
  participant: '',
  participantName: '',
  isGroup: false,
  name: 'Ana',
  body,
  mediaType: null,
  mediaId: null,
  data: null,
  quotedId: null,
  sentAt: at(),
  ...more,
});

async function office(more: { greetingMessage?: string; ratingMessage?: string; outOfHoursMessage?: string } = {}) {
  const admin = await world.company();
  const { id } = await admin.call(connectionsApi.create, { body: { name: 'Loja', provider: 'simulator', ...more } });
  const lease = (await claimLeases(platform, 'this test', 600, [])).find(({ connectionId }) => connectionId === id);
  if (!lease) throw new Error('the connection is held by somebody else');
  const held: HeldLease = { ...lease, owner: 'this test' };
  const keep = (...given: Frame[]) => openFrameStore(platform)(held, given);
  const take = () => processInbox(platform, held.companyId, { limit: 100 });
  const receive = async (...given: Frame[]) => {
    await keep(...given);
    await take();
  };
  const ticketOf = async (number: string) => {
    const [ticket] = (await admin.call(ticketsApi.list, { query: { showAll: 'true', searchParam: number } })).tickets;
    if (!ticket) throw new Error(`${number} has no ticket`);
    return ticket;
  };
  const thread = async (ticketId: number) => (await admin.call(messagesApi.list, { params: { ticketId }, query: {} })).messages;
  return { admin, held, connectionId: id, keep, take, receive, ticketOf, thread };
}

describe('what could not be read, and was edited before it could be', () => {
  const chat = newNumber();
  const unreadable = (): MessageFrame => saidBy(chat, '', { data: { unreadable: true } });
  const editOf = ({ id }: MessageFrame, body: string, seconds: number): EditFrame => ({
    kind: 'edit',
    id,
    chat,
    fromMe: false,
    participant: '',
    sentAt: at(seconds),
    body,
  });
  const read = (frame: MessageFrame): MessageFrame => ({ ...frame, body: 'Quero dois', data: null });

  async function expectEdited({ admin, ticketOf, thread }: Awaited<ReturnType<typeof office>>, before: string[]) {
    const ticket = await ticketOf(chat);
    const [message] = await thread(ticket.id);
    expect(message).toMatchObject({ body: 'Quero três', isEdited: true, data: null });
    expect(ticket.lastMessage).toBe('Quero três');
    const { edits } = await admin.call(messagesApi.edits, { params: { messageId: message?.id ?? 0 } });
    expect(edits.map(({ body }) => body)).toEqual(before);
  }

  test('says what it was edited to; what it said at first is known', async () => {
    const desk = await office();
    const standIn = unreadable();
    await desk.receive(standIn);
    expect(await desk.ticketOf(chat)).toMatchObject({ lastMessage: unreadableBody });
    await desk.receive(editOf(standIn, 'Quero quatro', 1));
    await desk.receive(editOf(standIn, 'Quero três', 2));
    await desk.receive(read(standIn));
    await expectEdited(desk, ['Quero dois', 'Quero quatro']);
  });

  test('also where both come at once', async () => {
    const desk = await office();
    const standIn = unreadable();
    await desk.receive(standIn);
    await desk.receive(read(standIn), editOf(standIn, 'Quero três', 1));
    await expectEdited(desk, ['Quero dois']);
  });
});

test('what still came of a connection that was removed is kept with its contact: no ticket waits, nobody answers', async () => {
  const { admin, connectionId, keep, take, receive, ticketOf } = await office({ greetingMessage: 'Olá!' });
  const [known, stranger] = [newNumber(), newNumber()];
  await receive(saidBy(known, 'Oi'));
  const { id, contactId } = await ticketOf(known);
  await keep(saidBy(known, 'Alô?', { sentAt: at(30) }), saidBy(stranger, 'Bom dia'));
  await admin.call(connectionsApi.remove, { params: { id: connectionId } });
  await take();
  const { tickets } = await admin.call(ticketsApi.list, { query: { showAll: 'true' } });
  expect(tickets.map((ticket) => [ticket.id, ticket.status])).toEqual([[id, 'closed']]);
  expect((await owner.query('select from outbox where connection_id = $1', [connectionId])).rowCount).toBe(0);
  const contacts = (await admin.call(contactsApi.list, { query: { searchParam: stranger } })).contacts;
  const saidTo = async (contact: number | undefined) =>
    (await admin.call(messagesApi.thread, { query: { contactId: contact ?? 0, whatsappId: connectionId } })).messages.map(
      ({ body }) => body,
    );
  expect(await saidTo(contacts[0]?.id)).toEqual(['Bom dia']);
  const { messages } = await admin.call(messagesApi.list, { params: { ticketId: id }, query: {} });
  expect(messages.map(({ body }) => body)).toContain('Alô?');
  expect(contactId).not.toBe(contacts[0]?.id);
});

test('tickets of one batch are locked in the order of their ids, whoever wrote first', async () => {
  const { keep, take, receive, ticketOf } = await office();
  const numbers = [newNumber(), newNumber(), newNumber()];
  await receive(...numbers.map((number) => saidBy(number, 'Oi')));
  const ids = (await Promise.all(numbers.map(ticketOf))).map(({ id }) => id).toSorted((one, other) => one - other);
  await keep(...numbers.toReversed().map((number) => saidBy(number, 'Alô?')));
  const holder = new pg.Client({ connectionString: world.database.url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from tickets where id = $1 for update', [ids[0]]);
    const taking = take();
    const isWaiting = async () =>
      (
        await owner.query(`
          select
          from pg_locks l
          join pg_database d on d.oid = l.database or l.database is null
          where not l.granted and d.datname = current_database()
          limit 1`)
      ).rowCount;
    await expect.poll(isWaiting, patient).toBe(1);
    await owner.query('begin');
    await owner.query('select from tickets where id = $1 for update nowait', [ids.at(-1)]).finally(() => owner.query('rollback'));
    await holder.query('commit');
    await taking;
  } finally {
    await holder.end();
  }
  for (const number of numbers) expect(await ticketOf(number)).toMatchObject({ lastMessage: 'Alô?', unreadMessages: 2 });
});

test('a rating and more words at once: what the bot says to them is told with as many unread as there are', async () => {
  const { admin, receive, ticketOf } = await office({ ratingMessage: 'Gostou?', outOfHoursMessage: 'Estamos fechados.' });
  const number = newNumber();
  await setting(admin, 'userRating', 'enabled');
  await receive(saidBy(number, 'Oi'));
  const { id } = await ticketOf(number);
  for (const status of ['open', 'closed'] as const) await admin.call(ticketsApi.update, { params: { id }, body: { status } });
  await setting(admin, 'scheduleType', 'company');
  const schedules = weekdays.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTime: '00:00', endTime: '00:00' }));
  await admin.call(companiesApi.schedules, { params: { id: admin.user.companyId }, body: { schedules } });
  const live = await admin.listen();
  await receive(saidBy(number, '3'), saidBy(number, 'Mais uma coisa', { sentAt: at(1) }));
  const told = () => live.of(messageLive).filter(({ action }) => action === 'create');
  await expect.poll(told, patient).toHaveLength(3);
  const { unreadMessages, status } = await admin.call(ticketsApi.show, { params: { id } });
  expect(status).toBe('pending');
  expect(told().at(-1)).toMatchObject({ message: { body: 'Estamos fechados.' }, ticket: { id, unreadMessages } });
});

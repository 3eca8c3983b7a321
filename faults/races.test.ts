import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import { afterAll, expect, test } from 'vitest';
import { peopleOf } from '../server/test/browser.ts';
import { openCheckerDatabase } from './checker-database.ts';
import { ticketFindings } from './checker-rows.ts';
import { openSupervisor } from './supervisor.ts';
import { until } from './waiting.ts';

const supervisor = openSupervisor();
afterAll(supervisor.close);

test('a message that arrives while an agent opens the chat is either shown as read or counted as unread', async () => {
  const { url: databaseUrl } = await supervisor.postgres();
  const node = await supervisor.node({ DATABASE_URL: databaseUrl });
  await node.start();
  const people = peopleOf(node.url);
  const admin = await people.company();
  const whatsappId = await people.connection(admin);
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number: '5511900000001', body: 'first' } });
  const ticket = await until(
    'the ticket appears',
    async () => (await admin.call(ticketsApi.list, { query: { status: 'pending' } })).tickets[0],
  );
  await admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open', userId: admin.user.id } });

  const truth = await openCheckerDatabase(databaseUrl);
  const arriving = await openCheckerDatabase(databaseUrl);
  // As an arrival does it: the ticket locked, the message stored, the count raised, all of it not yet committed.
  await arriving.rows('begin');
  await arriving.rows('select id from tickets where id = $1 for update', [ticket.id]);
  await arriving.rows(
    `insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, created_at)
     select company_id, ticket_id, connection_id, contact_id, chat, false, 'second', 'second', now() from messages where ticket_id = $1`,
    [ticket.id],
  );
  await arriving.rows('update tickets set unread_messages = unread_messages + 1 where id = $1', [ticket.id]);
  const opening = admin.call(messagesApi.list, { params: { ticketId: ticket.id }, query: {} });
  await until(
    'the agent waits for the arrival',
    async () => (await truth.rows(`select pid from pg_stat_activity where wait_event_type = 'Lock'`)).length > 0,
  );
  await arriving.rows('commit');

  const shown = await opening;
  const [stored] = await truth.rows<{ unread: number }>('select unread_messages as unread from tickets where id = $1', [ticket.id]);
  expect((await ticketFindings(truth)).unread).toEqual([]);
  expect(shown.messages.map(({ body }) => body)).toEqual(stored?.unread === 0 ? ['first', 'second'] : ['first']);
  await Promise.all([truth.close(), arriving.close()]);
});

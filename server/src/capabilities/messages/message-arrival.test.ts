import type { SQL } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { served } from '../../../test/conversation.ts';
import { addCustomers } from '../../../test/many-customers.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';
import { sql } from '../../platform/database/database.ts';
import { inScope } from '../../platform/database/scope.ts';
import { type IncomingMessage, storeMessagesStatement } from './message-arrival.actions.ts';

const world = await openWorld();
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

type Node = Record<string, unknown> & { Plans?: Node[] };
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** By which indexes PostgreSQL would look for what is quoted, as the role that serves requests. */
async function pathsToQuoted(companyId: number, statement: SQL): Promise<unknown[]> {
  const { rows } = await inScope(world.server.platform, { companyId }, ({ tx }) =>
    tx.execute<{ 'QUERY PLAN': Array<{ Plan: Node }> }>(sql`explain (format json) ${statement}`),
  );
  const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
  // A bitmap scan names its index in the node below it; a scan of the whole table names none.
  return nodes.filter((node) => node.Alias === 'q').map((node) => nodesOf(node).flatMap((each) => each['Index Name'] ?? []));
}

test('what an arriving message quotes is looked for by its id, not in all that a busy contact ever said', {
  timeout: 300_000,
}, async () => {
  const { admin, ticket, number } = await served(world);
  const { companyId } = admin.user;
  // Nearly everybody said one thing, so that a contact looks to the planner as good as an id. One contact said thousands.
  await addCustomers(owner, { companyId, connectionId: ticket.whatsappId, count: 20_000 });
  await owner.query(
    `
      insert into messages (company_id, ticket_id, connection_id, contact_id, chat, from_me, channel_id, body, read,
        created_at)
      select $1, $2, $3, $4, $5, false, 'MUITA' || n, 'oi', true, now()
      from generate_series(1, 5000) n`,
    [companyId, ticket.id, ticket.whatsappId, ticket.contactId, number],
  );
  await owner.query('vacuum analyze messages');

  const frame: IncomingMessage['frame'] = {
    kind: 'message',
    id: 'NOVA',
    chat: number,
    name: 'Ana',
    isGroup: false,
    fromMe: false,
    participant: '',
    participantName: '',
    body: 'Sim',
    sentAt: ticket.createdAt,
    mediaType: null,
    mediaId: null,
    data: null,
    quotedId: 'MUITA17',
  };
  const { id: ticketId, contactId, whatsappId: connectionId, createdAt: sentAt } = ticket;
  const placed = { frame, body: 'Sim', ticketId, contactId, connectionId, sentAt };
  expect(await pathsToQuoted(companyId, storeMessagesStatement([placed], new Date()))).toEqual([['messages_channel_id']]);
});

test('a customer who goes on writing does not have the ticket written anew in every index of tickets', async () => {
  const { number, write } = await served(world);
  const inPlace = async () => {
    const { rows } = await owner.query<{ count: number }>(
      `select n_tup_hot_upd::float8 as count from pg_stat_user_tables where relname = 'tickets'`,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await inPlace();
  const left = async () => (await owner.query('select from simulator_frames union all select from inbox')).rowCount;
  for (let time = 0; time < 12; time += 1) {
    await write({ number, body: `Mais uma coisa ${time}` });
    // One after the other: those that come together are one update.
    await expect.poll(left, { ...patient, interval: 10 }).toBe(0);
  }
  // The first of them is the first unread one, and a new minute may begin among them. PostgreSQL counts with a delay.
  await expect.poll(async () => (await inPlace()) - before, { timeout: 90_000, interval: 500 }).toBeGreaterThan(8);
});

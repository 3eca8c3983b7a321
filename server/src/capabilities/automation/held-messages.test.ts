import { connectionsApi } from '@prosa/contracts/connections';
import { contactsApi } from '@prosa/contracts/contacts';
import { settingsApi } from '@prosa/contracts/settings';
import { simulatorApi } from '@prosa/contracts/simulator';
import { ticketsApi } from '@prosa/contracts/tickets';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { move, newNumber, openOffice, show, writes } from '../../../test/office.ts';
import { patient } from '../../../test/patient.ts';
import { bodies } from '../../../test/simulated.ts';
import { openWorld } from '../../../test/world.ts';
import { sendDueClosingText } from './held-messages.jobs.ts';

// Longer than any test: here the time to undo is over when the test says so.
const world = await openWorld({ UNDO_SECONDS: '600' });
const owner = new pg.Client({ connectionString: world.database.url });
await owner.connect();
afterAll(() => owner.end());

const farewell = 'Até logo';

/** A company that asks for a rating when a conversation is over, or says goodbye. */
async function shop(asks = true, where = world) {
  const desk = await openOffice(where);
  const { admin, whatsappId } = desk;
  await admin.call(connectionsApi.update, {
    params: { id: whatsappId },
    body: { ratingMessage: 'Avalie a gente', complationMessage: farewell },
  });
  if (asks) await admin.call(settingsApi.update, { params: { key: 'userRating' }, body: { value: 'enabled' } });
  return desk;
}
type Desk = Awaited<ReturnType<typeof shop>>;

/** A customer whom the agent has just served and resolved. */
async function resolved({ admin, agent, whatsappId }: Desk) {
  const number = newNumber();
  const { id } = await writes(admin, whatsappId, number);
  await move(agent, id, { status: 'open' });
  await move(agent, id, { status: 'closed' });
  return { id, number, opening: (await show(admin, id)).lastMessage };
}

const heldOf = async (ticketId: number) =>
  (await owner.query<{ id: string }>('select id from held_messages where ticket_id = $1', [ticketId])).rows.map(({ id }) => Number(id));
const release = async ({ admin }: { admin: Client }, ticketId: number) => {
  for (const id of await heldOf(ticketId)) await sendDueClosingText(world.server.platform, admin.user.companyId, id);
};
const received = async ({ admin, whatsappId }: Desk, number: string) =>
  (await admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } })).filter(({ fromBusiness }) => fromBusiness);
const undo = (agent: Client, id: number) => move(agent, id, { status: 'open', userId: agent.user.id });

test('until the time to undo is over nobody sees a word of it; then it is said once', async () => {
  const desk = await shop(false);
  const { id, number, opening } = await resolved(desk);
  expect(await bodies(desk.admin, id)).toEqual([opening]);
  expect(await show(desk.agent, id)).toMatchObject({ status: 'closed', lastMessage: opening });
  const [holdId = 0] = await heldOf(id);
  await Promise.all([1, 2, 3].map(() => sendDueClosingText(world.server.platform, desk.admin.user.companyId, holdId)));
  expect(await bodies(desk.admin, id)).toEqual([opening, farewell]);
  expect(await show(desk.agent, id)).toMatchObject({ status: 'closed', lastMessage: farewell });
  await expect.poll(async () => (await received(desk, number)).map(({ body }) => body), patient).toEqual([farewell]);
});

test('undone in time, nothing of it ever reaches the customer, and the conversation goes on', async () => {
  const desk = await shop();
  const { id, number, opening } = await resolved(desk);
  const [holdId = 0] = await heldOf(id);
  expect((await undo(desk.agent, id)).status).toBe(200);
  expect(await heldOf(id)).toEqual([]);
  await sendDueClosingText(world.server.platform, desk.admin.user.companyId, holdId);
  expect(await bodies(desk.admin, id)).toEqual([opening]);
  expect(await received(desk, number)).toEqual([]);
  // The next resolve is one of its own.
  await move(desk.agent, id, { status: 'closed' });
  await release(desk, id);
  expect(await bodies(desk.admin, id)).toEqual([opening, expect.stringMatching(/^Avalie a gente/)]);
});

test('where undo and the end of its time meet, exactly one of them wins', async () => {
  const desk = await shop(false);
  for (let round = 0; round < 8; round += 1) {
    const { id, opening } = await resolved(desk);
    const [holdId = 0] = await heldOf(id);
    await Promise.all([undo(desk.agent, id), sendDueClosingText(world.server.platform, desk.admin.user.companyId, holdId)]);
    expect((await show(desk.agent, id)).status).toBe('open');
    const { rows } = await owner.query<{ what: string }>(
      `
        select case
            when said.id is null then 'withdrawn'
            when said.at < undone.at then 'said before'
            else 'said after'
          end as what
        from (select max(at) as at from ticket_history where ticket_id = $1 and what = 'reopen') undone
        left join lateral (
          select m.id, m.created_at as at from messages m where m.ticket_id = $1 and m.body = $2) said on true`,
      [id, farewell],
    );
    expect(rows).toHaveLength(1);
    expect(['withdrawn', 'said before']).toContain(rows[0]?.what);
    expect(await bodies(desk.admin, id)).toEqual(rows[0]?.what === 'withdrawn' ? [opening] : [opening, farewell]);
    expect(await heldOf(id)).toEqual([]);
  }
});

test('a customer who goes on writing meanwhile is neither asked nor told goodbye; a number is no rating yet', async () => {
  const desk = await shop();
  for (const text of ['Mais uma coisa', '3']) {
    const { id, number, opening } = await resolved(desk);
    const again = await writes(desk.admin, desk.whatsappId, number, text);
    expect(again).toMatchObject({ id, status: 'pending' });
    expect(await heldOf(id)).toEqual([]);
    expect(await bodies(desk.admin, id)).toEqual([opening, text]);
  }
  expect((await owner.query('select from ticket_ratings where company_id = $1', [desk.admin.user.companyId])).rowCount).toBe(0);
});

test('from when it is asked, the customer has half an hour to answer', async () => {
  const desk = await shop();
  const { id, number } = await resolved(desk);
  await release(desk, id);
  await desk.admin.call(simulatorApi.write, { params: { whatsappId: desk.whatsappId }, body: { number, body: '2' } });
  const rating = async () => (await owner.query<{ rating: number }>('select rating from ticket_ratings where ticket_id = $1', [id])).rows;
  await expect.poll(rating, patient).toEqual([{ rating: 2 }]);
  expect((await show(desk.admin, id)).status).toBe('closed');
});

test('over a connection that was removed meanwhile nothing is said', async () => {
  const desk = await shop(false);
  const { id, opening } = await resolved(desk);
  await desk.admin.call(connectionsApi.remove, { params: { id: desk.whatsappId } });
  await release(desk, id);
  expect(await bodies(desk.admin, id)).toEqual([opening]);
});

test('a server that dies in between says it when it is back, once', async () => {
  // Nobody here does what is to be done later: as if it had died right after the resolve.
  const before = await openWorld({ ROLES: 'web', UNDO_SECONDS: '1' });
  const admin = await before.company();
  const { id: whatsappId } = await admin.call(connectionsApi.create, {
    body: { name: 'Loja', provider: 'simulator', complationMessage: farewell },
  });
  const { id: contactId } = await admin.call(contactsApi.create, { body: { name: 'Ana Clara', number: newNumber() } });
  const { id } = await admin.call(ticketsApi.create, { body: { contactId, whatsappId, userId: admin.user.id } });
  await move(admin, id, { status: 'closed' });
  expect(await bodies(admin, id)).toEqual([]);
  const after = await openWorld({ UNDO_SECONDS: '1' }, before.database);
  await expect.poll(() => bodies(admin, id), patient).toEqual([farewell]);
  await after.close();
  expect(await bodies(admin, id)).toEqual([farewell]);
});

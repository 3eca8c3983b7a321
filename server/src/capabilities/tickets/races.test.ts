import { messagesApi } from '@prosa/contracts/messages';
import { simulatorApi } from '@prosa/contracts/simulator';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/browser.ts';
import { patient } from '../../../test/patient.ts';
import { openWorld } from '../../../test/world.ts';

const world = await openWorld();
let numbers = 0;

async function office() {
  const admin = await world.company();
  const [sales, support] = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  const agents = await Promise.all([0, 1, 2].map(() => world.colleague(admin, 'user', { queueIds: [sales, support] })));
  const whatsappId = await world.connection(admin, { queueIds: [sales] });
  return { admin, agents, sales, support, whatsappId };
}

async function writes(admin: Client, whatsappId: number): Promise<Ticket> {
  const number = `55119${String(50_000_000 + ++numbers)}`;
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, body: 'Oi' } });
  let found: Ticket | undefined;
  await expect
    .poll(async () => {
      [found] = (await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } })).tickets;
      return found;
    }, patient)
    .toBeDefined();
  return found!;
}

test('of two hundred who accept one ticket at once one wins, and the others are told who', async () => {
  const { admin, agents, whatsappId } = await office();
  const { id } = await writes(admin, whatsappId);
  const rivals = [admin, ...agents];
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const rival = rivals[n % rivals.length]!;
      return { rival, answer: await rival.send(ticketsApi.update, { params: { id }, body: { status: 'open', userId: rival.user.id } }) };
    }),
  );
  const { user, userId } = await admin.call(ticketsApi.show, { params: { id } });
  for (const { rival, answer } of answers)
    expect({ status: answer.status, body: answer.body }).toMatchObject(
      rival.user.id === userId
        ? { status: 200, body: { status: 'open', userId } }
        : { status: 409, body: { error: 'ERR_TICKET_ALREADY_ACCEPTED', user: { name: user?.name } } },
    );
  const history = await admin.call(ticketsApi.history, { params: { id } });
  expect(history.map(({ what }) => what)).toEqual(['create', 'accept']);
});

/** `pending user:3 queue:2` as it stands in the history. */
const isLegal = (state: string | null) => state === null || /^(pending( queue:\d+)?|closed.*|open user:\d+.*)$/.test(state);

test('resolve, transfer, return, accept and reply at once leave only legal states, and a history without a gap', async () => {
  const { admin, agents, sales, support, whatsappId } = await office();
  const [one, two, three] = agents as [Client, Client, Client];
  for (let round = 0; round < 8; round += 1) {
    const { id } = await writes(admin, whatsappId);
    await one.call(ticketsApi.update, { params: { id }, body: { status: 'open' } });
    const move = (person: Client, body: object) => person.send(ticketsApi.update, { params: { id }, body });
    const deeds = [
      () => move(one, { status: 'closed' }),
      () => move(one, { queueId: support, userId: two.user.id }),
      () => move(one, { queueId: support }),
      () => move(one, { status: 'pending', userId: null }),
      () => move(three, { status: 'open', userId: three.user.id }),
      () => move(admin, { queueId: sales, userId: two.user.id }),
      () => one.send(messagesApi.send, { params: { ticketId: id }, body: { body: `Resposta ${round}` } }),
      () => two.send(messagesApi.send, { params: { ticketId: id }, body: { body: `Outra ${round}` } }),
    ];
    const order = deeds
      .map((deed, place) => ({ deed, place: (place * 5 + round * 3) % deeds.length }))
      .toSorted((a, b) => a.place - b.place);
    const answers = await Promise.all(order.map(({ deed }) => deed()));
    expect(answers.every(({ status }) => [200, 400, 403, 409].includes(status))).toBe(true);
    const ticket = await admin.call(ticketsApi.show, { params: { id } });
    expect(ticket.status === 'open').toBe(ticket.status === 'open' && ticket.userId !== null);
    if (ticket.status === 'pending') expect(ticket.userId).toBeNull();
    const history = await admin.call(ticketsApi.history, { params: { id } });
    for (const { from, to } of history) expect([from, to].every(isLegal), `${from} -> ${to}`).toBe(true);
    const chain = history.slice(2);
    for (const [place, { from }] of chain.entries()) expect(from).toBe(history[place + 1]?.to);
    const replies = answers.filter(({ status, body }) => status === 200 && typeof body === 'object' && body !== null && 'fromMe' in body);
    const { messages } = await admin.call(messagesApi.list, { params: { ticketId: id }, query: {} });
    expect(messages.filter(({ fromMe }) => fromMe)).toHaveLength(replies.length);
  }
});

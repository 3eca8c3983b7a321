import { setTimeout as sleep } from 'node:timers/promises';
import { simulatorApi } from '@prosa/contracts/simulator';
import { type Ticket, type TicketUpdate, ticketsApi } from '@prosa/contracts/tickets';
import type { Client } from './browser.ts';
import { patient } from './patient.ts';
import type { World } from './world.ts';

export const minute = 60_000;
let numbers = 0;
export const newNumber = () => `55119${String(10_000_000 + ++numbers)}`;

export const show = (person: Client, id: number) => person.call(ticketsApi.show, { params: { id } });
export const move = (person: Client, id: number, body: TicketUpdate) => person.send(ticketsApi.update, { params: { id }, body });
export const pendingOf = async (person: Client) =>
  (await person.call(ticketsApi.list, { query: { status: 'pending', showAll: 'true' } })).tickets;

/** A customer writes, and the ticket that comes of it. */
export async function writes(admin: Client, whatsappId: number, number = newNumber(), body = `Oi ${++numbers}`): Promise<Ticket> {
  await admin.call(simulatorApi.write, { params: { whatsappId }, body: { number, body } });
  const until = Date.now() + patient.timeout;
  for (;;) {
    const { tickets } = await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } });
    const found = tickets.find((ticket) => ticket.whatsappId === whatsappId);
    if (found?.lastMessage === body) return found;
    if (Date.now() > until) throw new Error(`what ${number} wrote did not arrive`);
    await sleep(30);
  }
}

/** A company with two queues, an agent in the first, and a paired connection that leads there. */
export async function openOffice(world: World) {
  const admin = await world.company();
  const [sales, support] = [await world.queue(admin), await world.queue(admin, 'Suporte', '#C4281C')];
  const agent = await world.colleague(admin, 'user', { queueIds: [sales] });
  const whatsappId = await world.connection(admin, { queueIds: [sales] });
  return { admin, agent, sales, support, whatsappId };
}

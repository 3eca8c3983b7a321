import { type Message, messagesApi } from '@prosa/contracts/messages';
import { type Faults, simulatorApi } from '@prosa/contracts/simulator';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { expect } from 'vitest';
import { type Client, sayIn } from './browser.ts';
import { newNumber } from './office.ts';
import { patient } from './patient.ts';
import type { World } from './world.ts';

type Written = { number: string; body?: string; id?: string; quotedId?: string; fromMe?: boolean; name?: string; mediaUrl?: string };

/** A company with a paired connection on the simulated network, and the hands that drive that network. */
export async function openSimulated(world: World) {
  const admin = await world.company();
  const whatsappId = await world.connection(admin);
  const params = { whatsappId };
  const write = (body: Written) => admin.call(simulatorApi.write, { params, body });
  const phone = (number: string) => admin.call(simulatorApi.read, { params, query: { number } });
  const faults = (body: Faults) => admin.call(simulatorApi.faults, { params, body });
  const receipt = (id: string, ack: number) => admin.send(simulatorApi.receipt, { params, body: { id, ack } });
  return { admin, whatsappId, params, write, phone, faults, receipt };
}

export async function ticketOf(admin: Client, number: string): Promise<Ticket> {
  let found: Ticket | undefined;
  await expect
    .poll(async () => {
      [found] = (await admin.call(ticketsApi.list, { query: { searchParam: number, showAll: 'true' } })).tickets;
      return found?.id;
    }, patient)
    .toBeDefined();
  return found!;
}

export const thread = async (admin: Client, ticketId: number): Promise<Message[]> =>
  (await admin.call(messagesApi.list, { params: { ticketId }, query: {} })).messages;
export const bodies = async (admin: Client, ticketId: number) => (await thread(admin, ticketId)).map(({ body }) => body);
export const messageOf = async (admin: Client, { ticketId, id }: Message) =>
  (await thread(admin, ticketId ?? 0)).find((message) => message.id === id);

/** A customer who wrote once and is being served by the admin. */
export async function openConversation(world: World) {
  const here = await openSimulated(world);
  const number = newNumber();
  await here.write({ number, body: 'Oi' });
  const ticket = await ticketOf(here.admin, number);
  await here.admin.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
  const send = (body: string, quotedMsg?: { id: number }) => sayIn(here.admin, ticket.id, body, { quotedMsg });
  return { ...here, number, ticket, send };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { messagesApi } from '@prosa/contracts/messages';
import { type SimulatedMessage, simulatorApi } from '@prosa/contracts/simulator';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import type { Client } from './browser.ts';
import { patient } from './patient.ts';
import type { World } from './world.ts';

let numbers = 0;
/** Of the shape that mobile numbers have: whether the ninth digit counts hangs on the digit after it, so that is not left to chance. */
export const newNumber = () => `55119${String(80_000_000 + ++numbers)}`;

export type Spoken = Partial<SimulatedMessage> & { number: string };

/** A company with a queue, an agent of it and a connection that is open, driven from the customers' side. */
export async function office(world: World) {
  const admin = await world.company();
  const queueId = await world.queue(admin);
  const agent = await world.colleague(admin, 'user', { queueIds: [queueId] });
  const whatsappId = await world.connection(admin, { queueIds: [queueId] });
  const write = (body: Spoken) => admin.call(simulatorApi.write, { params: { whatsappId }, body });
  const phone = (number: string) => admin.call(simulatorApi.read, { params: { whatsappId }, query: { number } });
  const faults = (body: Parameters<typeof admin.call<typeof simulatorApi.faults>>[1]['body']) =>
    admin.call(simulatorApi.faults, { params: { whatsappId }, body });
  return { admin, agent, queueId, whatsappId, write, phone, faults };
}

/** A customer who wrote once, with the ticket accepted by the agent. */
export async function served(world: World) {
  const here = await office(world);
  const number = newNumber();
  await here.write({ number, name: 'Ana', body: 'Oi' });
  const ticket = await ticketOf(here.admin);
  await here.agent.call(ticketsApi.update, { params: { id: ticket.id }, body: { status: 'open' } });
  const thread = (query: Record<string, string> = {}) => here.agent.call(messagesApi.list, { params: { ticketId: ticket.id }, query });
  const post = (form: FormData, headers: Record<string, string> = {}) =>
    here.agent.raw('POST', `/messages/${ticket.id}`, { form, headers });
  return { ...here, number, ticket, thread, post };
}

/** The company's newest waiting ticket, once there is one. */
export async function ticketOf(admin: Client): Promise<Ticket> {
  return until(async () => (await admin.call(ticketsApi.list, { query: { status: 'pending', showAll: 'true' } })).tickets[0]);
}

export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + patient.timeout;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('it did not come');
    await sleep(patient.interval);
  }
}

export function formOf(
  fields: Record<string, string>,
  files: Array<{ name: string; bytes: Uint8Array; type?: string }>,
  field = 'medias',
): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  for (const { name, bytes, type } of files)
    form.append(field, new Blob([new Uint8Array(bytes)], { type: type ?? 'application/octet-stream' }), name);
  return form;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { ticketsApi } from '@prosa/contracts/tickets';
import type { Conversation } from './ledger.ts';

/** The pending ticket appears once the first message has come through. */
export async function ticketOf(conversation: Conversation): Promise<number> {
  const { company, connectionId, number } = conversation;
  const ends = Date.now() + 180_000;
  while (conversation.ticketId === undefined) {
    const { tickets } = await company.agent.ask(ticketsApi.list, { query: { searchParam: number, status: 'pending' } });
    conversation.ticketId = tickets.find(({ whatsappId }) => whatsappId === connectionId)?.id;
    if (conversation.ticketId !== undefined) break;
    if (Date.now() > ends) throw new Error(`conversation ${conversation.name} never got a ticket`);
    await sleep(250);
  }
  return conversation.ticketId;
}

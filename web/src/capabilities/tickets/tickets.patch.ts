import type { Ticket, TicketStatus, ticketLive } from '@prosa/contracts/tickets';
import type { z } from 'zod';
import type { Loaded, Order } from './loaded.ts';

/** Which tickets a list shows. */
export type TicketFilter = { status: TicketStatus; showAll: boolean; queueIds: readonly number[] };
export type TicketEvent = z.output<typeof ticketLive.message>;

type TicketList = Loaded<Ticket>;

/** Who looks, and what a list needs to know besides the event itself. */
export type Looker = { userId: number; before?: Ticket | undefined };

export const ticketOrder: Order<Ticket> = {
  compare: (a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1),
  newer: (held, fetched) => (held.updatedAt > fetched.updatedAt ? held : fetched),
};

export function belongs(ticket: Ticket, { status, showAll, queueIds }: TicketFilter, userId: number): boolean {
  if (ticket.status !== status) return false;
  if (status === 'open' && !showAll && ticket.userId !== userId) return false;
  return ticket.queueId === null || queueIds.includes(ticket.queueId);
}

/** The list after an event, exactly as a fresh load would show it. Saying an event twice changes nothing. */
export function patchTickets(list: TicketList, filter: TicketFilter, event: TicketEvent, looker: Looker): TicketList {
  if (event.action === 'updateUnread') return markRead(list, event.ticketId);
  const held = list.items.find((ticket) => ticket.id === event.ticketId);
  const ticket = event.action === 'update' ? event.ticket : undefined;
  if (held && ticket && held.updatedAt > ticket.updatedAt) return list;

  const counted = wasCounted(list, filter, held, looker);
  const enters = ticket !== undefined && belongs(ticket, filter, looker.userId);
  const rest = held ? list.items.filter((other) => other !== held) : list.items;
  return {
    ...list,
    items: enters ? place(rest, ticket, held, list.hasMore) : rest,
    count: counted === undefined ? list.count : list.count + Number(enters) - Number(counted),
    countKnown: list.countKnown && counted !== undefined,
  };
}

function markRead(list: TicketList, ticketId: number): TicketList {
  const items = list.items.map((ticket) => (ticket.id === ticketId ? { ...ticket, unreadMessages: 0 } : ticket));
  return { ...list, items };
}

/** Whether the ticket was in the list's count before the event; nobody here knows when it lay beyond the loaded part. */
function wasCounted(list: TicketList, filter: TicketFilter, held: Ticket | undefined, { userId, before }: Looker): boolean | undefined {
  if (held) return true;
  if (!list.hasMore) return false;
  return before ? belongs(before, filter, userId) : undefined;
}

function place(rest: Ticket[], ticket: Ticket, held: Ticket | undefined, hasMore: boolean): Ticket[] {
  const below = rest.findIndex((other) => ticketOrder.compare(ticket, other) < 0);
  if (below >= 0) return rest.toSpliced(below, 0, ticket);
  // Below the last loaded one there may be others between; only what was already there surely stays next to it.
  return hasMore && !held ? rest : [...rest, ticket];
}

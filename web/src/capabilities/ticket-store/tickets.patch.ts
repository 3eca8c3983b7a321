import type { Ticket, TicketStatus, ticketLive } from '@prosa/contracts/tickets';
import type { z } from 'zod';
import type { Loaded, Order } from '../../platform/lists/loaded.ts';

/** Which tickets a list shows. */
export type TicketFilter = {
  status: TicketStatus;
  showAll: boolean;
  queueIds: readonly number[];
  /** Only those that carry every one of these, and are served by one of these people. */
  tags?: readonly number[] | undefined;
  users?: readonly number[] | undefined;
};
export type TicketEvent = z.output<typeof ticketLive.message>;
/** What changes tickets: an event of one of them, or of something that many of them show (a contact's name, a tag's colour). */
export type TicketChange = TicketEvent | { action: 'touch'; touch: (ticket: Ticket) => Ticket };

type TicketList = Loaded<Ticket>;

/** The viewer of a list, and the previous state of the ticket. */
export type ListViewer = { userId: number; before?: Ticket | undefined };

export const ticketOrder: Order<Ticket> = {
  compare: (a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1),
  newer: (held, fetched) => (held.updatedAt > fetched.updatedAt ? held : fetched),
};

export function belongs(ticket: Ticket, { status, showAll, queueIds, tags, users }: TicketFilter, userId: number): boolean {
  if (ticket.status !== status || !carries(ticket, tags)) return false;
  if (users && (ticket.userId === null || !users.includes(ticket.userId))) return false;
  if (status === 'open' && !showAll && ticket.userId !== userId) return false;
  return ticket.queueId === null || queueIds.includes(ticket.queueId);
}

const carries = (ticket: Ticket, tags: readonly number[] = []) => tags.every((id) => ticket.tags.some((tag) => tag.id === id));

/** Applies an event to a list, exactly as a fresh load would show it. Idempotent. */
export function patchTickets(list: TicketList, filter: TicketFilter, event: TicketChange, looker: ListViewer): TicketList {
  if (event.action === 'touch') return withoutOthers(patchAll(list, event.touch), filter);
  if (event.action === 'updateUnread') return markRead(list, event.ticketId);
  const held = list.items.find((ticket) => ticket.id === event.ticketId);
  const ticket = event.action === 'update' ? withLast(event.ticket, held ?? looker.before) : undefined;
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

/** What was found by words stays what it is: its tickets change in place and go, but only a new search finds others. */
export function patchFound(list: TicketList, event: TicketChange): TicketList {
  if (event.action === 'touch') return patchAll(list, event.touch);
  if (event.action === 'updateUnread') return markRead(list, event.ticketId);
  const held = list.items.find((ticket) => ticket.id === event.ticketId);
  if (!held) return list;
  if (event.action === 'delete') return { ...list, items: list.items.filter((other) => other !== held), count: list.count - 1 };
  const ticket = ticketOrder.newer(held, withLast(event.ticket, held));
  return { ...list, items: list.items.map((other) => (other === held ? ticket : other)).sort(ticketOrder.compare) };
}

/** What a person said last is told with lists and events; a ticket fetched alone leaves it as it was known. */
export function withLast(ticket: Ticket, known: Ticket | undefined): Ticket {
  if (ticket.last !== undefined || !known?.last || known.lastMessage !== ticket.lastMessage) return ticket;
  return { ...ticket, last: known.last };
}

function patchAll(list: TicketList, touch: (ticket: Ticket) => Ticket): TicketList {
  const items = list.items.map(touch);
  return items.every((ticket, index) => ticket === list.items[index]) ? list : { ...list, items };
}

/** A tag that is gone is gone from its tickets: they leave lists of those that carry it. */
function withoutOthers(list: TicketList, { tags }: TicketFilter): TicketList {
  const items = list.items.filter((ticket) => carries(ticket, tags));
  if (items.length === list.items.length) return list;
  return { ...list, items, count: list.count - (list.items.length - items.length), countKnown: list.countKnown && !list.hasMore };
}

function markRead(list: TicketList, ticketId: number): TicketList {
  const items = list.items.map((ticket) => (ticket.id === ticketId ? { ...ticket, unreadMessages: 0 } : ticket));
  return { ...list, items };
}

/** Whether the ticket was in the list's count before the event; nobody here knows when it lay beyond the loaded part. */
function wasCounted(list: TicketList, filter: TicketFilter, held: Ticket | undefined, { userId, before }: ListViewer): boolean | undefined {
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

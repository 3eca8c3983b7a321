import type { Ticket, ticketLive } from '@prosa/contracts/tickets';
import type { z } from 'zod';

export type TicketEvent = z.output<typeof ticketLive.message>;
/** Whose notifications they are. */
export type Reader = { id: number; allTicket: 'enable' | 'disable' };

/** The tickets with something unread: the newest of them, and how many more there are. */
export type Unread = {
  tickets: readonly Ticket[];
  beyond: number;
  /** An event spoke of a ticket that is not among those loaded: only the server can count now. */
  inDoubt: boolean;
};

/** "Notifications include pending tickets only when allTicket is 'enable'", whatever the profile. */
export const hearsPending = ({ allTicket }: Reader): boolean => allTicket === 'enable';

/** Whether what happens on a ticket is this person's to know: it is theirs, or it waits and they asked to be told. */
export function isNotified(ticket: Pick<Ticket, 'status' | 'userId'>, reader: Reader): boolean {
  if (ticket.status === 'open') return ticket.userId === reader.id;
  return ticket.status === 'pending' && hearsPending(reader);
}

export const countOf = ({ tickets, beyond }: Unread): number => tickets.length + beyond;

export const newestFirst = (a: Ticket, b: Ticket): number =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1;

/** As a fresh load would show it. Saying an event twice changes nothing. */
export function patchUnread(unread: Unread, event: TicketEvent, reader: Reader): Unread {
  const held = unread.tickets.find(({ id }) => id === event.ticketId);
  const ticket = event.action === 'update' ? event.ticket : undefined;
  if (held && ticket && held.updatedAt > ticket.updatedAt) return unread;
  const rest = unread.tickets.filter((other) => other !== held);
  const belongs = ticket !== undefined && ticket.unreadMessages > 0 && isNotified(ticket, reader);
  return {
    tickets: belongs ? [ticket, ...rest].sort(newestFirst) : rest,
    beyond: unread.beyond,
    inDoubt: unread.inDoubt || (!held && unread.beyond > 0),
  };
}

type Arrival = { fromMe: boolean; ticket: Ticket };
export type Looking = { uuid: string | undefined; isVisible: boolean };

/** A sound is worth it: not for what one wrote, nor for the conversation one has before one's eyes. */
export function isWorthASound({ fromMe, ticket }: Arrival, reader: Reader, looking: Looking): boolean {
  return !fromMe && isNotified(ticket, reader) && !isLookedAt(ticket, looking);
}

export const isLookedAt = ({ uuid }: Pick<Ticket, 'uuid'>, looking: Looking): boolean => looking.isVisible && looking.uuid === uuid;

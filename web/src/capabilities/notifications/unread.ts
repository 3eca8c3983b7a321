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
export const isNotifiedOfPending = ({ allTicket }: Reader): boolean => allTicket === 'enable';

/** Whether what happens on a ticket is this person's to know: it is theirs, or it waits and they asked to be told. */
export function isNotified(ticket: Pick<Ticket, 'status' | 'userId'>, reader: Reader): boolean {
  if (ticket.status === 'open') return ticket.userId === reader.id;
  return ticket.status === 'pending' && isNotifiedOfPending(reader);
}

export const countOf = ({ tickets, beyond }: Unread): number => tickets.length + beyond;

export const newestFirst = (a: Ticket, b: Ticket): number =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1;

/** Applies an event exactly as a fresh load would show it. Idempotent. */
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
export type OpenConversation = { uuid: string | undefined; isVisible: boolean };

/** Whether to play a sound: not for own messages, nor for the visible conversation. */
export function shouldPlaySound({ fromMe, ticket }: Arrival, reader: Reader, looking: OpenConversation): boolean {
  return !fromMe && isNotified(ticket, reader) && !isBeingRead(ticket, looking);
}

export const isBeingRead = ({ uuid }: Pick<Ticket, 'uuid'>, looking: OpenConversation): boolean =>
  looking.isVisible && looking.uuid === uuid;

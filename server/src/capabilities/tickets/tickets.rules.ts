import type { ErrorCode } from '@prosa/contracts/errors';
import { can, type Profile } from '@prosa/contracts/permissions';
import type { TicketInput, TicketStatus, TicketUpdate } from '@prosa/contracts/tickets';

export type Standing = { status: TicketStatus; userId: number | null; queueId: number | null };
/** Whose it is and over which connection, beside how it stands. */
export type TicketOfContact = Standing & { id: number; contactId: number; connectionId: number };
export type Person = { userId: number | undefined; profile: Profile; queueIds: number[]; allTicket: boolean };

/** Rooms by which tickets are heard. Admins hear all; others by person and by queue. */
export const ticketRooms = {
  all: 'tickets',
  user: (id: number) => `user:${id}`,
  /** Agents of a queue: what waits in it, and what was closed in it. */
  queue: (id: number | null) => `queue:${id ?? 'none'}`,
  /** Supervisors of a queue: everything in it. */
  queueAll: (id: number) => `queue:${id}:all`,
};

/** Who may see a ticket that stands like this. The same rule as `maySee`, told in rooms. */
export function audienceOf({ status, userId, queueId }: Standing): string[] {
  const rooms = [ticketRooms.all];
  if (userId !== null) rooms.push(ticketRooms.user(userId));
  if (queueId !== null) rooms.push(ticketRooms.queueAll(queueId));
  if (status === 'pending' || (status === 'closed' && queueId !== null)) rooms.push(ticketRooms.queue(queueId));
  return rooms;
}

export function roomsOf(person: Person): string[] {
  if (seesAll(person)) return [ticketRooms.all];
  const queues = person.queueIds.map(ticketRooms.queue);
  const led = leadsQueues(person) ? person.queueIds.map(ticketRooms.queueAll) : [];
  return [...queues, ...led, ...(person.allTicket ? [ticketRooms.queue(null)] : [])];
}

export const seesAll = ({ profile }: { profile: Profile }) => profile === 'admin';
const leadsQueues = (person: { profile: Profile }) => !seesAll(person) && can(person, 'tickets-manager:showall');

/** Theirs; waiting in one of their queues; closed in one of their queues or once theirs. Supervisors: anything in their queues. */
export function maySee(person: Person, ticket: Standing & { wasTheirs: boolean }): boolean {
  if (seesAll(person)) return true;
  const { status, userId, queueId } = ticket;
  if (userId !== null && userId === person.userId) return true;
  const inTheirQueue = queueId !== null && person.queueIds.includes(queueId);
  if (leadsQueues(person) && inTheirQueue) return true;
  if (status === 'pending') return queueId === null ? person.allTicket : inTheirQueue;
  return status === 'closed' && (inTheirQueue || ticket.wasTheirs);
}

/** Who serves it answers, and admins; who only leads its queue looks on. */
export const mayAnswer = (person: Person, { userId }: Standing) => seesAll(person) || userId === person.userId;

/** Who gave a ticket to its user, if somebody else just did: they did not take it, so they are to be told. */
export function givenBy({ userId: id, name }: { userId?: number | undefined; name: string }, ticket: Standing, before?: Standing) {
  const isGiven = id !== undefined && ticket.userId !== null && ticket.userId !== id && ticket.userId !== before?.userId;
  return isGiven ? { givenBy: { id, name } } : {};
}

export type Move = { what: 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer'; next: Standing };
type Refused = { refused: ErrorCode; details?: Array<{ path: string; message: string }> };
export type Verdict = { move: Move } | { unchanged: true } | Refused;

/** What a request to change a ticket comes to, given how the ticket stands. */
export function settleMove(person: Person, ticket: Standing, asked: TicketUpdate): Verdict {
  const me = person.userId ?? null;
  const { status, userId, queueId } = ticket;
  const nextQueue = asked.queueId === undefined ? queueId : asked.queueId;
  const nextUser = asked.userId === undefined ? me : asked.userId;
  switch (asked.status) {
    case 'closed':
      return status === 'closed'
        ? { unchanged: true }
        : { move: { what: 'resolve', next: { status: 'closed', userId: status === 'open' ? userId : me, queueId } } };
    case 'pending':
      return settleReturn(ticket, nextQueue);
    case 'open':
      if (nextUser === null) return missing('userId');
      if (status === 'open') return settleTaken(person, ticket, nextUser, nextQueue);
      if (nextUser !== me && !can(person, 'tickets-manager:showall')) return { refused: 'ERR_NO_PERMISSION' };
      return { move: { what: status === 'pending' ? 'accept' : 'reopen', next: { status: 'open', userId: nextUser, queueId: nextQueue } } };
    default:
      return settleTransfer(ticket, asked, nextQueue);
  }
}

const missing = (path: string): Refused => ({ refused: 'ERR_VALIDATION', details: [{ path, message: 'required' }] });

function settleReturn(ticket: Standing, nextQueue: number | null): Verdict {
  if (ticket.status === 'closed') return { refused: 'ERR_TICKET_NOT_OPEN' };
  if (ticket.status === 'pending' && nextQueue === ticket.queueId) return { unchanged: true };
  const what = nextQueue === ticket.queueId ? 'return' : 'transfer';
  return { move: { what, next: { status: 'pending', userId: null, queueId: nextQueue } } };
}

/** Somebody serves it already: accepting one's own again changes nothing, another's is lost. */
function settleTaken(person: Person, ticket: Standing, nextUser: number, nextQueue: number | null): Verdict {
  if (nextUser === ticket.userId && nextQueue === ticket.queueId) return { unchanged: true };
  const servesIt = ticket.userId === person.userId;
  if (!servesIt && (nextUser === person.userId || !can(person, 'tickets-manager:showall')))
    return { refused: 'ERR_TICKET_ALREADY_ACCEPTED' };
  return { move: { what: 'transfer', next: { status: 'open', userId: nextUser, queueId: nextQueue } } };
}

/** To a person: it stays open and is theirs. To a queue alone: it waits there. */
function settleTransfer(ticket: Standing, asked: TicketUpdate, nextQueue: number | null): Verdict {
  const toPerson = asked.userId ?? null;
  if (asked.userId === undefined && asked.queueId === undefined) return { unchanged: true };
  if (ticket.status === 'closed') return { refused: 'ERR_TICKET_NOT_OPEN' };
  if (toPerson !== null) return { move: { what: 'transfer', next: { status: 'open', userId: toPerson, queueId: nextQueue } } };
  return {
    move: {
      what: asked.userId === null && nextQueue === ticket.queueId ? 'return' : 'transfer',
      next: { status: 'pending', userId: null, queueId: nextQueue },
    },
  };
}

export type Creation = { standing: Standing } | Refused;

/** How a ticket stands that somebody begins. Theirs and open, unless it is made to wait; for others only who may show all. */
export function settleCreation(
  person: Person,
  { queueId = null, userId, status }: Pick<TicketInput, 'queueId' | 'userId' | 'status'>,
): Creation {
  if (!seesAll(person)) {
    if (queueId === null) return missing('queueId');
    if (!person.queueIds.includes(queueId)) return { refused: 'ERR_NO_PERMISSION' };
  }
  const owner = userId ?? person.userId ?? null;
  if (owner !== person.userId && !can(person, 'tickets-manager:showall')) return { refused: 'ERR_NO_PERMISSION' };
  return { standing: { status, userId: status === 'open' ? owner : null, queueId } };
}

/** A standing as history tells it. */
export const describe = ({ status, userId, queueId }: Standing) =>
  `${status}${userId === null ? '' : ` user:${userId}`}${queueId === null ? '' : ` queue:${queueId}`}`;

/** What the customer has just said, as far as a ticket's fate hangs on it: what comes with a file has no text here. */
export type Word = { id: string; text: string };
export type Conversation = { contactId: number; connectionId: number; isGroup: boolean; words: Word[] };
export const conversationKey = (contactId: number, connectionId: number) => `${contactId}:${connectionId}`;

export type Arrival = 'append' | 'reopen' | 'open';

/** Where a customer's message goes: the live ticket, one closed just now, or a new one. What the company wrote on its phone reopens nothing. */
export function settleArrival(
  last: { status: TicketStatus; closedAt: Date | null } | undefined,
  at: Date,
  windowMinutes: number,
  fromCustomer: boolean,
): Arrival {
  if (!last) return 'open';
  if (last.status !== 'closed' || !fromCustomer) return 'append';
  const minutes = last.closedAt ? (at.getTime() - last.closedAt.getTime()) / 60_000 : Infinity;
  return minutes < windowMinutes ? 'reopen' : 'open';
}

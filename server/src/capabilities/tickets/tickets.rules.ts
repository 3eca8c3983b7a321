import type { ErrorCode } from '@prosa/contracts/errors';
import { can, type Profile } from '@prosa/contracts/permissions';
import type { TicketInput, TicketStatus, TicketUpdate } from '@prosa/contracts/tickets';

export type TicketState = { status: TicketStatus; userId: number | null; queueId: number | null };
/** Whose it is and over which connection, beside how it stands. */
export type TicketOfContact = TicketState & { id: number; contactId: number; connectionId: number };
export type TicketUser = { userId: number | undefined; profile: Profile; queueIds: number[]; allTicket: boolean };

/** Live rooms for ticket events. Admins receive all; others by user and queue. */
export const ticketRooms = {
  all: 'tickets',
  user: (id: number) => `user:${id}`,
  /** Agents of a queue: what waits in it, and what was closed in it. */
  queue: (id: number | null) => `queue:${id ?? 'none'}`,
  /** Supervisors of a queue: everything in it. */
  queueAll: (id: number) => `queue:${id}:all`,
};

/** The rooms of users who may see a ticket in this state. The same rule as `maySee`, expressed as rooms. */
export function audienceOf({ status, userId, queueId }: TicketState): string[] {
  const rooms = [ticketRooms.all];
  if (userId !== null) rooms.push(ticketRooms.user(userId));
  if (queueId !== null) rooms.push(ticketRooms.queueAll(queueId));
  if (status === 'pending' || (status === 'closed' && queueId !== null)) rooms.push(ticketRooms.queue(queueId));
  return rooms;
}

export function roomsOf(person: TicketUser): string[] {
  if (seesAll(person)) return [ticketRooms.all];
  const queues = person.queueIds.map(ticketRooms.queue);
  const led = isSupervisor(person) ? person.queueIds.map(ticketRooms.queueAll) : [];
  return [...queues, ...led, ...(person.allTicket ? [ticketRooms.queue(null)] : [])];
}

export const seesAll = ({ profile }: { profile: Profile }) => profile === 'admin';
const isSupervisor = (person: { profile: Profile }) => !seesAll(person) && can(person, 'tickets-manager:showall');

/** Theirs; waiting in one of their queues; closed in one of their queues or once theirs. Supervisors: anything in their queues. */
export function maySee(person: TicketUser, ticket: TicketState & { wasTheirs: boolean }): boolean {
  if (seesAll(person)) return true;
  const { status, userId, queueId } = ticket;
  if (userId !== null && userId === person.userId) return true;
  const inTheirQueue = queueId !== null && person.queueIds.includes(queueId);
  if (isSupervisor(person) && inTheirQueue) return true;
  if (status === 'pending') return queueId === null ? person.allTicket : inTheirQueue;
  return status === 'closed' && (inTheirQueue || ticket.wasTheirs);
}

/** The assigned user and admins may answer; supervisors may only read. */
export const mayAnswer = (person: TicketUser, { userId }: TicketState) => seesAll(person) || userId === person.userId;

/** The name of the colleague who assigned the ticket, so that its user can be notified; undefined if they took it themselves. */
export function assignedBy({ userId: id, name }: { userId?: number | undefined; name: string }, ticket: TicketState, before?: TicketState) {
  const isGiven = id !== undefined && ticket.userId !== null && ticket.userId !== id && ticket.userId !== before?.userId;
  return isGiven ? { givenBy: { id, name } } : {};
}

export type Move = { what: 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer'; next: TicketState };
type Refused = { refused: ErrorCode; details?: Array<{ path: string; message: string }> };
export type MoveVerdict = { move: Move } | { unchanged: true } | Refused;

/** Decides a requested change, given the ticket's state. */
export function decideMove(person: TicketUser, ticket: TicketState, asked: TicketUpdate): MoveVerdict {
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
      return decideReturn(ticket, nextQueue);
    case 'open':
      if (nextUser === null) return missing('userId');
      if (status === 'open') return decideTaken(person, ticket, nextUser, nextQueue);
      if (!mayAssign(person, ticket, nextUser)) return { refused: 'ERR_NO_PERMISSION' };
      return { move: { what: status === 'pending' ? 'accept' : 'reopen', next: { status: 'open', userId: nextUser, queueId: nextQueue } } };
    default:
      return decideTransfer(person, ticket, asked, nextQueue);
  }
}

/** Everybody takes a ticket for themselves and hands on what they serve; giving colleagues other tickets takes a manager. */
const mayAssign = (person: TicketUser, { status, userId }: TicketState, nextUser: number) =>
  nextUser === person.userId || (status === 'open' && userId === person.userId) || can(person, 'tickets-manager:showall');

const missing = (path: string): Refused => ({ refused: 'ERR_VALIDATION', details: [{ path, message: 'required' }] });

function decideReturn(ticket: TicketState, nextQueue: number | null): MoveVerdict {
  if (ticket.status === 'closed') return { refused: 'ERR_TICKET_NOT_OPEN' };
  if (ticket.status === 'pending' && nextQueue === ticket.queueId) return { unchanged: true };
  const what = nextQueue === ticket.queueId ? 'return' : 'transfer';
  return { move: { what, next: { status: 'pending', userId: null, queueId: nextQueue } } };
}

/** The ticket is already assigned: accepting one's own changes nothing, another's is refused. */
function decideTaken(person: TicketUser, ticket: TicketState, nextUser: number, nextQueue: number | null): MoveVerdict {
  if (nextUser === ticket.userId && nextQueue === ticket.queueId) return { unchanged: true };
  const servesIt = ticket.userId === person.userId;
  if (!servesIt && (nextUser === person.userId || !can(person, 'tickets-manager:showall')))
    return { refused: 'ERR_TICKET_ALREADY_ACCEPTED' };
  return { move: { what: 'transfer', next: { status: 'open', userId: nextUser, queueId: nextQueue } } };
}

/** To a user: it stays open and is assigned. To a queue only: it becomes pending there. */
function decideTransfer(person: TicketUser, ticket: TicketState, asked: TicketUpdate, nextQueue: number | null): MoveVerdict {
  const toPerson = asked.userId ?? null;
  if (asked.userId === undefined && asked.queueId === undefined) return { unchanged: true };
  if (ticket.status === 'closed') return { refused: 'ERR_TICKET_NOT_OPEN' };
  if (toPerson !== null) {
    if (!mayAssign(person, ticket, toPerson)) return { refused: 'ERR_NO_PERMISSION' };
    return { move: { what: 'transfer', next: { status: 'open', userId: toPerson, queueId: nextQueue } } };
  }
  return {
    move: {
      what: asked.userId === null && nextQueue === ticket.queueId ? 'return' : 'transfer',
      next: { status: 'pending', userId: null, queueId: nextQueue },
    },
  };
}

export type CreationVerdict = { state: TicketState } | Refused;

/**
 * The initial state of a created ticket: open and assigned to its creator unless created as pending; creating for others needs the
 * permission to see all.
 */
export function decideCreation(
  person: TicketUser,
  { queueId = null, userId, status }: Pick<TicketInput, 'queueId' | 'userId' | 'status'>,
): CreationVerdict {
  if (!seesAll(person)) {
    if (queueId === null) return missing('queueId');
    if (!person.queueIds.includes(queueId)) return { refused: 'ERR_NO_PERMISSION' };
  }
  const owner = userId ?? person.userId ?? null;
  if (owner !== person.userId && !can(person, 'tickets-manager:showall')) return { refused: 'ERR_NO_PERMISSION' };
  return { state: { status, userId: status === 'open' ? owner : null, queueId } };
}

/** A customer's text that may decide about a ticket; messages with files have none. */
export type CustomerText = { id: string; text: string };
export type Conversation = { contactId: number; connectionId: number; isGroup: boolean; words: CustomerText[] };
export const conversationKey = (contactId: number, connectionId: number) => `${contactId}:${connectionId}`;

export type Arrival = 'append' | 'reopen' | 'open';

/** Decides where a message goes: the live ticket, a recently closed one, or a new one. Messages from the company's phone reopen nothing. */
export function decideArrival(
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

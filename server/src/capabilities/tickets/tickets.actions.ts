import { type Ticket, type TicketUpdate, ticketLive } from '@prosa/contracts/tickets';
import { eq } from 'drizzle-orm';
import { sql, violatedConstraint } from '../../platform/database/database.ts';
import { AnyRow, rowsOf } from '../../platform/database/rows.ts';
import { attempt, type Scope } from '../../platform/database/scope.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { assertQueuesExist } from '../queues/queues.queries.ts';
import { findUser } from '../users/users.queries.ts';
import { actorName, describeState, type NotedNames } from './history.rules.ts';
import { lockMessages } from './locks.actions.ts';
import { findJustGivenAway } from './take-back.queries.ts';
import { findLiveTicket, findTicket, getVisibleTicket } from './tickets.queries.ts';
import { assignedBy, audienceOf, decideMove, type Move, maySee, type TicketState } from './tickets.rules.ts';
import { ticketHistory, tickets } from './tickets.table.ts';

/**
 * What a move causes elsewhere, in the same transaction: handed in, since this capability does not know it. Answers the ticket as
 * it stands then.
 */
export type FollowMove = (scope: Scope, move: Move, before: Ticket, ticket: Ticket) => Promise<Ticket>;

/** Accepts, returns, resolves, reopens or transfers. The row is locked first: of two agents clicking at once, one is refused. */
export async function moveTicket(scope: Scope, id: number, asked: TicketUpdate, follow: FollowMove): Promise<Ticket> {
  const ticket = await getTicketForMove(scope, id, asked);
  await assertQueuesExist(scope, asked.queueId ? [asked.queueId] : []);
  if (asked.userId && !(await findUser(scope, asked.userId))) refuse('ERR_NO_USER_FOUND');
  const verdict = decideMove(scope.actor, ticket, asked);
  if ('refused' in verdict) {
    const isTaken = verdict.refused === 'ERR_TICKET_ALREADY_ACCEPTED';
    refuse(verdict.refused, isTaken ? { user: ticket.user } : verdict.details && { details: verdict.details });
  }
  if ('unchanged' in verdict) return ticket;
  const begins = ticket.status !== 'open' && verdict.move.next.status !== 'closed';
  if (begins && !(await isConnectionActive(scope, ticket.whatsappId))) refuse('ERR_NO_WAPP_FOUND');
  const moved = await applyMove(scope, ticket, verdict.move);
  return follow(scope, verdict.move, ticket, moved);
}

/** Tickets of removed connections can not be reopened. */
async function isConnectionActive({ tx }: Scope, id: number): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    AnyRow,
    sql`
      select from connections
      where company_id = current_company() and id = ${id} and removed_at is null
      for key share`,
  );
  return rows.length > 0;
}

/** An agent who lost the race for a pending ticket may no longer see it, but gets the reason instead of a plain refusal. */
async function getTicketForMove(scope: Scope, id: number, asked: TicketUpdate): Promise<Ticket> {
  try {
    return await getVisibleTicket(scope, { id }, { forUpdate: true });
  } catch (error) {
    // After a database error the transaction can not be used any more.
    if (!(error instanceof Refusal)) throw error;
    const given = await findJustGivenAway(scope, id, asked);
    if (given) return given;
    const taken = asked.status === 'open' ? await findTicket(scope, id) : undefined;
    const mightHaveBeenTheirs =
      taken?.status === 'open' && maySee(scope.actor, { status: 'pending', userId: null, queueId: taken.queueId, wasTheirs: false });
    if (mightHaveBeenTheirs) refuse('ERR_TICKET_ALREADY_ACCEPTED', { user: taken.user });
    throw error;
  }
}

async function applyMove(scope: Scope, ticket: Ticket, { what, next }: Move): Promise<Ticket> {
  // Read under the ticket's lock, so that the order of times is the order of events.
  const now = scope.platform.clock();
  try {
    // A person has it in hand from here: the bot is off.
    const set = { ...next, chatbot: false, closedAt: next.status === 'closed' ? now : null, ratingUntil: null, updatedAt: now };
    const update = () => scope.tx.update(tickets).set(set).where(eq(tickets.id, ticket.id));
    // Only reopening can meet another live ticket of the same contact.
    await (what === 'reopen' ? attempt(scope, update) : update());
  } catch (error) {
    if (violatedConstraint(error) === 'tickets_one_live') await refuseOtherOpenTicket(scope, ticket);
    throw error;
  }
  const moved = (await findTicket(scope, ticket.id)) ?? refuse('ERR_NO_TICKET_FOUND');
  await scope.tx.insert(ticketHistory).values({
    ticketId: ticket.id,
    at: now,
    userId: scope.actor.userId ?? null,
    what,
    fromValue: describeState(ticket, namesOf(ticket)),
    toValue: describeState(next, { ...namesOf(moved), by: actorName(scope) }),
  });
  announceMove(scope, ticket, moved);
  return moved;
}

const namesOf = ({ user, queue }: Ticket): NotedNames => ({ user: user?.name, queue: queue?.name });

export async function refuseOtherOpenTicket(
  scope: Scope,
  { contactId, whatsappId }: Pick<Ticket, 'contactId' | 'whatsappId'>,
): Promise<never> {
  const other = await findLiveTicket(scope, contactId, whatsappId);
  return refuse(
    'ERR_OTHER_OPEN_TICKET',
    other && {
      ticket: {
        id: other.id,
        uuid: other.uuid,
        user: other.user && { name: other.user.name },
        queue: other.queue && { name: other.queue.name },
      },
    },
  );
}

/** Users who may see it get the ticket; users who may not any more get only a removal. */
export function announceMove(scope: Scope, before: TicketState, ticket: Ticket): void {
  const rooms = audienceOf(ticket);
  const left = audienceOf(before).filter((room) => !rooms.includes(room));
  scope.emit(ticketLive, { action: 'update', ticket, ticketId: ticket.id, ...assignedBy(scope.actor, ticket, before) }, { rooms });
  if (left.length > 0) scope.emit(ticketLive, { action: 'delete', ticketId: ticket.id }, { rooms: left, except: rooms });
}

export async function removeTicket(scope: Scope, id: number): Promise<void> {
  const ticket = await getVisibleTicket(scope, { id }, { forUpdate: true });
  await lockMessages(scope, [id]);
  await scope.tx.delete(tickets).where(eq(tickets.id, id));
  scope.emit(ticketLive, { action: 'delete', ticketId: id }, { rooms: audienceOf(ticket) });
}

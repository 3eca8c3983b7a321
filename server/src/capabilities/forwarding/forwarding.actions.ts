import type { ErrorCode } from '@prosa/contracts/errors';
import { type ForwardInput, type ForwardOutcome, forwardingApi } from '@prosa/contracts/forwarding';
import { type Ticket, TicketCard } from '@prosa/contracts/tickets';
import type { Scope } from '../../platform/database/scope.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { claimKey, requestHash, storeAnswer } from '../../platform/http/idempotency.ts';
import { findSuppressed } from '../campaigns/suppressions.actions.ts';
import { queueMessagesOf } from '../messages/messages.actions.ts';
import type { OutgoingMessage } from '../messages/outgoing.actions.ts';
import { findWindow } from '../messages/window.queries.ts';
import { assertQueuesExist } from '../queues/queues.queries.ts';
import { createTicket } from '../tickets/creation.actions.ts';
import { findTickets, getVisibleTicket } from '../tickets/tickets.queries.ts';
import { mayAnswer } from '../tickets/tickets.rules.ts';
import { findInThread, findPeople, findTargetConnections, lockTargets, type Person, type Said } from './forwarding.queries.ts';
import { forwardedData, isDown, isForwardable } from './forwarding.rules.ts';

/** How long the window of each connection is that may be asked for; nothing of one that has none or is not known. */
export type WindowHours = ReadonlyMap<number, number | null>;
type Outcomes = { outcomes: ForwardOutcome[] };
/** Where it is to go, as far as it is known: a ticket that stands, or one to be made. */
type Target = Pick<ForwardOutcome, 'to' | 'id'> & { ticket: Ticket | undefined; person: Person | undefined };
type Place = { ticket: Ticket } | { error: ErrorCode };

/**
 * Stores the messages once more at every place that takes them, in one transaction: in their order, by reference to their files, and
 * through the outbox like all others. A place that does not take them keeps none of the others from it. The same call again has no effect.
 */
export async function forwardMessages(scope: Scope, ticketId: number, input: ForwardInput, hours: WindowHours): Promise<Outcomes> {
  const from = await getVisibleTicket(scope, { id: ticketId });
  const key = `forward ${input.clientToken}`;
  const known = await claimKey(scope, key, requestHash(ticketId, input));
  if (known) return forwardingApi.forward.reply.parse(known.body);
  const { tickets, people } = await findTargets(scope, input);
  const said = await findInThread(scope, from, input.messageIds);
  if (!said.every(isForwardable)) refuse('ERR_NOT_FORWARDABLE');
  const targets = targetsOf(scope, input, tickets, people);
  const errors = await judge(scope, targets, input, hours);
  const places: Place[] = [];
  for (const [index, target] of targets.entries()) {
    const error = errors[index];
    places.push(error ? { error } : await placeOf(scope, target, input.queueId ?? null));
  }
  await store(scope, places, said);
  const body = { outcomes: targets.map(({ to, id }, index) => ({ to, id, ...outcomeOf(places[index]) })) };
  await storeAnswer(scope, key, { status: 200, body });
  return body;
}

const outcomeOf = (place: Place | undefined): Pick<ForwardOutcome, 'ticket' | 'error'> =>
  place && 'ticket' in place
    ? { ticket: TicketCard.parse(place.ticket), error: null }
    : { ticket: null, error: place?.error ?? 'ERR_INTERNAL' };

/** What does not exist is a mistake of the caller, and nothing is sent at all. */
async function findTargets(scope: Scope, { ticketIds, contactIds, queueId }: ForwardInput) {
  await assertQueuesExist(scope, queueId ? [queueId] : []);
  const tickets = await findTickets(scope, await lockTargets(scope, { ticketIds, contactIds }));
  if (!ticketIds.every((id) => tickets.some((ticket) => ticket.id === id))) refuse('ERR_NO_TICKET_FOUND');
  const people = await findPeople(scope, contactIds);
  if (people.length < new Set(contactIds).size) refuse('ERR_NO_CONTACT_FOUND');
  return { tickets, people };
}

/** A contact is written to in the open ticket that was last moved, of those that this person may answer. */
function targetsOf({ actor }: Scope, { ticketIds, contactIds }: ForwardInput, tickets: Ticket[], people: Person[]): Target[] {
  const newestFirst = tickets.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const ofTicket = (id: number): Target => ({ to: 'ticket', id, ticket: tickets.find((each) => each.id === id), person: undefined });
  const ofContact = (id: number): Target => ({
    to: 'contact',
    id,
    ticket: newestFirst.find((each) => each.contactId === id && each.status === 'open' && mayAnswer(actor, each)),
    person: people.find((each) => each.id === id),
  });
  return [...[...new Set(ticketIds)].map(ofTicket), ...[...new Set(contactIds)].map(ofContact)];
}

/** Why nothing can be sent to each of them, before anything is made for it. */
async function judge(scope: Scope, targets: Target[], input: ForwardInput, hours: WindowHours): Promise<Array<ErrorCode | undefined>> {
  const connections = await findTargetConnections(scope, input);
  const byDefault = connections.find(({ isDefault }) => isDefault)?.id;
  const begun = targets.flatMap(({ ticket, person }) => (ticket || !person ? [] : person.number));
  const suppressed = await findSuppressed(scope, begun);
  const judged: Array<ErrorCode | undefined> = [];
  for (const { ticket, person, id } of targets) {
    const connectionId = ticket?.whatsappId ?? byDefault;
    const connection = connections.find((each) => each.id === connectionId);
    const window = { contactId: ticket?.contactId ?? id, whatsappId: connectionId ?? 0 };
    if (ticket && !mayAnswer(scope.actor, ticket)) judged.push('ERR_NO_PERMISSION');
    else if (ticket && ticket.status !== 'open') judged.push('ERR_TICKET_NOT_OPEN');
    else if (!ticket && person && suppressed.includes(person.number)) judged.push('ERR_CAMPAIGN_OPTED_OUT');
    else if (connection && isDown(connection.status)) judged.push('ERR_WAPP_NOT_INITIALIZED');
    else if (!(await findWindow(scope, window, hours.get(connectionId ?? 0) ?? null)).isOpen) judged.push('ERR_WINDOW_CLOSED');
    else judged.push(undefined);
  }
  return judged;
}

/** The ticket that stands, or one begun as an agent begins them: what refuses that is told of this place alone. */
async function placeOf(scope: Scope, { ticket, id }: Target, queueId: number | null): Promise<Place> {
  if (ticket) return { ticket };
  try {
    return { ticket: await createTicket(scope, { contactId: id, queueId, status: 'open' }) };
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return { error: error.code };
    throw error;
  }
}

/** Two who were named may be one: a ticket, and its contact. */
async function store(scope: Scope, places: Place[], said: Said[]): Promise<void> {
  const tickets = new Map(places.flatMap((place) => ('ticket' in place ? [[place.ticket.id, place.ticket] as const] : [])));
  if (tickets.size === 0) return;
  const outgoing = said.map(
    ({ body, mediaType, mediaId, data }): OutgoingMessage => ({
      body,
      mediaType,
      ...(mediaId !== null && { mediaId }),
      data: forwardedData(data),
      userId: scope.actor.userId ?? null,
      origin: 'agent',
    }),
  );
  await queueMessagesOf(
    scope,
    [...tickets.values()].map((ticket) => ({ ticket, outgoing })),
  );
}

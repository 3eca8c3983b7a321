import type { Ticket } from '@prosa/contracts/tickets';
import { crashPoint } from '../../../platform/crash-points.ts';
import { sql } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import type { BillLookup } from '../../bills/bill-dialogue.rules.ts';
import { queueBillLookup } from '../../bills/bill-lookups.queue.ts';
import { queueMessagesOf } from '../../messages/messages.actions.ts';
import type { Routing } from '../../messages/outgoing.actions.ts';
import { fillTemplate } from '../../messages/templates.rules.ts';
import { noteDecisions } from '../../tickets/routing.actions.ts';
import { announceMove } from '../../tickets/tickets.actions.ts';
import { findTicket } from '../../tickets/tickets.queries.ts';
import { botStep, stateIn } from './bot.rules.ts';
import type { BotEvent, BotHistory, BotSay, BotState } from './bot.types.ts';
import { type BotAt, loadBots } from './bot-configuration.queries.ts';
import type { Heard } from './hearing.rules.ts';

/** What has come of all that was heard in one ticket. */
type Followed = {
  /** As it stood before. */
  ticket: Ticket;
  queues: BotAt['queues'];
  zone: string;
  company: string;
  state: BotState;
  queueId: number | null;
  chatbot: boolean;
  hasChanged: boolean;
  says: BotSay[];
  history: BotHistory[];
  lookups: BillLookup[];
};

/**
 * Lets the bot answer what was just stored, in the same transaction: one statement reads, one stores where it stands, where it leaves the
 * tickets and what it says, however many tickets they are. The tickets are locked.
 */
export async function followWithBot(scope: Scope, heard: Heard[]): Promise<void> {
  if (heard.length === 0) return;
  const followed = (await decide(scope, heard)).filter(({ hasChanged }) => hasChanged);
  if (followed.length === 0) return;
  crashPoint('bot.decided');
  const now = scope.platform.clock().toISOString();
  const left = followed.map((each) => ({ ...each, moved: leftBy(each, now) }));
  // Who may see one in its new queue is told first. What is said carries its ticket along.
  for (const { ticket, moved, says } of left)
    if (moved !== ticket && (moved.queueId !== ticket.queueId || says.length === 0)) announceMove(scope, ticket, moved);
  const told = left
    .filter(({ says }) => says.length > 0)
    .map((each) => ({ ticket: each.moved, outgoing: each.says.map((say) => outgoingOf(scope, each, each.moved, say)) }));
  await queueMessagesOf(scope, told, routingOf(left, now));
  for (const { moved, lookups } of left) for (const lookup of lookups) await queueBillLookup(scope, moved, lookup);
  crashPoint('bot.stored');
}

/** What was looked for has been found. A ticket that a person has by now, or that is closed, is left alone. */
export async function applyBotEvent(scope: Scope, ticketId: number, event: BotEvent): Promise<void> {
  await scope.tx.execute(sql`select from tickets where company_id = current_company() and id = ${ticketId} for update`);
  const ticket = await findTicket(scope, ticketId);
  if (ticket?.status === 'pending' && ticket.userId === null) await followWithBot(scope, [{ ticket, event }]);
}

async function decide(scope: Scope, heard: Heard[]): Promise<Followed[]> {
  const eventsOf = new Map<number, { ticket: Ticket; events: BotEvent[] }>();
  for (const { ticket, event } of heard) {
    const known = eventsOf.get(ticket.id);
    eventsOf.set(ticket.id, { ticket, events: [...(known?.events ?? []), event] });
  }
  const asked = [...eventsOf.values()].map(({ ticket: { id, contactId, whatsappId, queueId } }) => ({
    ticketId: id,
    contactId,
    connectionId: whatsappId,
    queueId,
  }));
  return (await loadBots(scope, asked)).flatMap((bot) =>
    bot.tickets.flatMap((standing) => {
      const known = eventsOf.get(standing.id);
      return known ? [follow(bot, standing, known.ticket, known.events)] : [];
    }),
  );
}

function follow(
  { configuration, company, queues }: BotAt,
  { state: stored, attended }: BotAt['tickets'][number],
  ticket: Ticket,
  events: BotEvent[],
): Followed {
  const before = stateIn(stored, ticket.id);
  const followed: Followed = {
    ticket,
    queues,
    zone: configuration.zone,
    company,
    state: before,
    queueId: ticket.queueId,
    chatbot: ticket.chatbot,
    hasChanged: false,
    says: [],
    history: [],
    lookups: [],
  };
  for (const heard of events) {
    const event = heard.kind === 'customer' && followed.says.length > 0 ? { ...heard, isUnseen: true } : heard;
    const step = botStep(configuration, followed.state, { ...ticket, queueId: followed.queueId, attended }, event);
    followed.state = step.state;
    if (step.queueId !== undefined) followed.queueId = step.queueId;
    followed.chatbot = step.chatbot;
    followed.says.push(...step.says);
    followed.history.push(...step.history);
    if (step.lookup) followed.lookups.push(step.lookup);
  }
  followed.hasChanged = followed.chatbot !== ticket.chatbot || JSON.stringify(followed.state) !== JSON.stringify(before);
  return followed;
}

/** The ticket as the bot leaves it; the same one where it stays as it was. */
function leftBy({ ticket, queues, queueId, chatbot }: Followed, now: string): Ticket {
  if (queueId === ticket.queueId && chatbot === ticket.chatbot) return ticket;
  const queue = queueId === ticket.queueId ? ticket.queue : (queues.find(({ id }) => id === queueId) ?? null);
  return { ...ticket, queueId, queue, chatbot, updatedAt: now };
}

/** Where the bot stands and where it leaves the tickets, and what their histories say of that. */
function routingOf(left: Array<Followed & { moved: Ticket }>, now: string): Routing {
  const states = left.map(({ ticket, state }) => ({ connectionId: ticket.whatsappId, contactId: ticket.contactId, state }));
  const decided = left.filter(({ history }) => history.length > 0).map(({ ticket, history }) => ({ ticketId: ticket.id, history }));
  const moves = left.filter(({ ticket, moved }) => moved !== ticket);
  const keepStates = sql`states as (
      insert into bot_states (connection_id, contact_id, state, updated_at)
      select g."connectionId", g."contactId", g.state, ${now}
      from json_to_recordset(${JSON.stringify(states)}) as g("connectionId" int, "contactId" int, state jsonb)
      on conflict (company_id, connection_id, contact_id)
        do update set state = excluded.state, updated_at = excluded.updated_at)`;
  return {
    at: now,
    moves: moves.map(({ ticket, queueId, chatbot }) => ({ ticketId: ticket.id, queueId, chatbot })),
    beside: [keepStates, noteDecisions(decided, now)],
  };
}

function outgoingOf(
  { now }: Scope,
  { zone, company }: Followed,
  { contact, code, queue }: Ticket,
  { text, origin, why, mediaId, isLiteral }: BotSay,
) {
  const filling = { at: now, zone, company, name: contact.name, protocol: code, queue: queue?.name };
  const body = isLiteral ? text : fillTemplate(text, filling);
  return { body, userId: null, origin, why, ...(mediaId !== undefined && { mediaId }) };
}

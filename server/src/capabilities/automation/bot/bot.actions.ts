import type { Ticket } from '@prosa/contracts/tickets';
import { crashPoint } from '../../../platform/crash-points.ts';
import { sql } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import type { BillLookup } from '../../bills/bill-dialogue.rules.ts';
import { queueBillLookup } from '../../bills/bill-lookups.queue.ts';
import { queueMessagesOf } from '../../messages/messages.actions.ts';
import { fillTemplate } from '../../messages/templates.rules.ts';
import { routeTickets } from '../../tickets/routing.actions.ts';
import { announceMove } from '../../tickets/tickets.actions.ts';
import { findTicket } from '../../tickets/tickets.queries.ts';
import { botStep, stateIn } from './bot.rules.ts';
import type { BotEvent, BotHistory, BotSay, BotState } from './bot.types.ts';
import { type BotAt, loadBots } from './bot-configuration.queries.ts';
import type { Heard } from './hearing.rules.ts';

/** What has come of all that was heard in one ticket. */
type Followed = {
  ticket: Ticket;
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
 * Lets the bot answer what was just stored, in the same transaction: one statement reads, one writes where it leaves the tickets, one
 * stores what it says, however many tickets they are. The tickets are locked.
 */
export async function followWithBot(scope: Scope, heard: Heard[]): Promise<void> {
  if (heard.length === 0) return;
  const followed = (await decide(scope, heard)).filter(({ hasChanged }) => hasChanged);
  if (followed.length === 0) return;
  crashPoint('bot.decided');
  const tickets = await keepDecisions(scope, followed);
  const told = followed.flatMap((each) => {
    const ticket = tickets.get(each.ticket.id) ?? each.ticket;
    return each.says.length > 0 ? [{ ticket, outgoing: each.says.map((say) => outgoingOf(scope, each, ticket, say)) }] : [];
  });
  if (told.length > 0) await queueMessagesOf(scope, told);
  for (const { ticket, lookups } of followed)
    for (const lookup of lookups) await queueBillLookup(scope, tickets.get(ticket.id) ?? ticket, lookup);
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
  { configuration, company }: BotAt,
  { state: stored, attended }: BotAt['tickets'][number],
  ticket: Ticket,
  events: BotEvent[],
): Followed {
  const before = stateIn(stored, ticket.id);
  const followed: Followed = {
    ticket,
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

/** Stores where the bot stands and where it leaves the tickets. Who may see one in its new queue is told; answers those that changed. */
async function keepDecisions(scope: Scope, followed: Followed[]): Promise<Map<number, Ticket>> {
  const states = followed.map(({ ticket, state }) => ({ connectionId: ticket.whatsappId, contactId: ticket.contactId, state }));
  const routed = followed.map(({ ticket, queueId, chatbot, history }) => ({ ticketId: ticket.id, queueId, chatbot, history }));
  const kept = sql`kept as (
      insert into bot_states (connection_id, contact_id, state, updated_at)
      select g."connectionId", g."contactId", g.state, ${scope.now.toISOString()}
      from json_to_recordset(${JSON.stringify(states)}) as g("connectionId" int, "contactId" int, state jsonb)
      on conflict (company_id, connection_id, contact_id)
        do update set state = excluded.state, updated_at = excluded.updated_at)`;
  const changed = new Map((await routeTickets(scope, routed, kept)).map((ticket) => [ticket.id, ticket]));
  for (const { ticket, says } of followed) {
    const moved = changed.get(ticket.id);
    // What is said carries its ticket along.
    if (moved && (moved.queueId !== ticket.queueId || says.length === 0)) announceMove(scope, ticket, moved);
  }
  return changed;
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

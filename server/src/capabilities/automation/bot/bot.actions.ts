import { messageLive } from '@prosa/contracts/messages';
import { crashPoint } from '../../../platform/crash-points.ts';
import { sql } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import type { BillLookup } from '../../bills/bill-dialogue.rules.ts';
import { queueBillLookup } from '../../bills/bill-lookups.queue.ts';
import { queueMediaWork } from '../../media/media-work.queue.ts';
import { type Kept, storeMessages } from '../../messages/message-arrival.actions.ts';
import { stillSaid } from '../../messages/messages.actions.ts';
import { newChannelId, outboxTopic } from '../../messages/outgoing.actions.ts';
import type { Reply } from '../../messages/replies.ts';
import { fillTemplate } from '../../messages/templates.rules.ts';
import { noteDecisions } from '../../tickets/routing.actions.ts';
import { announceMove } from '../../tickets/tickets.actions.ts';
import { findTicket } from '../../tickets/tickets.queries.ts';
import { audienceOf } from '../../tickets/tickets.rules.ts';
import { botStep, stateIn } from './bot.rules.ts';
import type { BotEvent, BotHistory, BotSay, BotState } from './bot.types.ts';
import { type BotAt, loadBots, type Standing } from './bot-configuration.queries.ts';
import type { Heard } from './hearing.rules.ts';

/** What comes of all that was heard in one ticket. */
export type Followed = {
  /** As it stands before. */
  ticket: Standing;
  /** Where the last words came from. */
  chat: string | null;
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
 * What the bot makes of what is about to be stored: one statement reads, however many tickets they are. They are locked. What it says
 * and where it leaves them is stored together with what it answers (`replyOf`), and told afterwards (`tellOfBot`).
 */
export async function askBot(scope: Scope, heard: Heard[]): Promise<Followed[]> {
  if (heard.length === 0) return [];
  const heardIn = new Map<number, Heard[]>();
  for (const each of heard) heardIn.set(each.ticketId, [...(heardIn.get(each.ticketId) ?? []), each]);
  const bots = await loadBots(scope, [...heardIn.keys()]);
  const followed = bots
    .flatMap((bot) => bot.tickets.map((standing) => follow(bot, standing, heardIn.get(standing.id) ?? [])))
    .filter(({ hasChanged }) => hasChanged);
  if (followed.length > 0) crashPoint('bot.decided');
  return followed;
}

/** What was looked for has been found. A ticket that a person has by now, or that is closed, is left alone: then nothing is said. */
export async function applyBotEvent(scope: Scope, ticketId: number, event: BotEvent): Promise<boolean> {
  await scope.tx.execute(sql`select from tickets where company_id = current_company() and id = ${ticketId} for update`);
  const followed = await askBot(scope, [{ ticketId, chat: null, event }]);
  if (followed.length === 0) return false;
  const { answers } = await storeMessages(scope, [], replyOf(scope, followed));
  await tellOfBot(scope, followed, answers);
  return answers.length > 0;
}

const isHeard = ({ status, userId }: Standing, { kind }: BotEvent) =>
  kind === 'phone' ? status !== 'open' : status === 'pending' && userId === null;

function follow({ configuration, company, queues }: BotAt, ticket: Standing, heard: Heard[]): Followed {
  const before = stateIn(ticket.state, ticket.id);
  const events = heard.map(({ event }) => event).filter((event) => isHeard(ticket, event));
  // Where the bot has not been yet, whoever writes on the phone meanwhile was first.
  const isNew = ticket.state?.ticketId !== ticket.id;
  const onPhone = isNew ? events.find(({ kind }) => kind === 'phone') : undefined;
  const attendedAt = ticket.attendedAt ?? onPhone?.at.toISOString() ?? null;
  const followed: Followed = {
    ticket,
    chat: heard.at(-1)?.chat ?? null,
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
  for (const happened of events) {
    const event = happened.kind === 'customer' && followed.says.length > 0 ? { ...happened, isUnseen: true } : happened;
    const step = botStep(configuration, followed.state, { ...ticket, queueId: followed.queueId, attendedAt }, event);
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

const isMoved = ({ ticket, queueId, chatbot }: Followed) => queueId !== ticket.queueId || chatbot !== ticket.chatbot;
const queueIn = ({ queues }: Followed, queueId: number | null) => queues.find(({ id }) => id === queueId) ?? null;

/** What the bot says, where it stands, where it leaves the tickets, and what their histories say of that. */
export function replyOf(scope: Scope, followed: Followed[]): Reply | undefined {
  if (followed.length === 0) return undefined;
  const at = scope.platform.clock().toISOString();
  const states = followed.map(({ ticket: { connectionId, contactId }, state }) => ({ connectionId, contactId, state }));
  const decided = followed.filter(({ history }) => history.length > 0).map(({ ticket, history }) => ({ ticketId: ticket.id, history }));
  const keepStates = sql`states as (
      insert into bot_states (connection_id, contact_id, state, updated_at)
      select g."connectionId", g."contactId", g.state, ${at}
      from json_to_recordset(${JSON.stringify(states)}) as g("connectionId" int, "contactId" int, state jsonb)
      on conflict (company_id, connection_id, contact_id)
        do update set state = excluded.state, updated_at = excluded.updated_at)`;
  return {
    at,
    answers: followed.flatMap((each) => each.says.map((say) => answerOf(scope, each, say))),
    moves: followed.filter(isMoved).map(({ ticket, queueId, chatbot }) => ({ ticketId: ticket.id, queueId, chatbot })),
    beside: [keepStates, noteDecisions(decided, at)],
  };
}

function answerOf({ now }: Scope, followed: Followed, { text, origin, why, mediaId, isLiteral }: BotSay) {
  const { ticket, chat, zone, company, queueId } = followed;
  const { id: ticketId, contactId, connectionId } = ticket;
  const queue = queueIn(followed, queueId)?.name;
  const body = isLiteral ? text : fillTemplate(text, { at: now, zone, company, name: ticket.contact.name, protocol: ticket.code, queue });
  return { ticketId, contactId, connectionId, chat, channelId: newChannelId(), body, origin, why, mediaId: mediaId ?? null };
}

/** What was stored with a reply, as it stood when it came: before the bot said or did anything. */
export function beforeBot(kept: Kept[], followed: Followed[]): Kept[] {
  const followedIn = new Map(followed.map((each) => [each.ticket.id, each]));
  const lastIn = new Map(kept.map(({ message, ticket }) => [ticket.id, message.body || message.mediaType || '']));
  return kept.map((each) => {
    const { ticket } = each;
    const by = followedIn.get(ticket.id);
    if (!by) return each;
    const { queueId, chatbot } = by.ticket;
    const stood = { ...ticket, queueId, queue: queueIn(by, queueId), chatbot };
    if (by.says.length === 0) return { ...each, ticket: stood };
    const lastMessage = lastIn.get(ticket.id) ?? '';
    return { ...each, ticket: { ...stood, lastMessage, last: stillSaid(ticket, lastMessage) } };
  });
}

/** Tells of what was stored, has it sent, and has looked for what the bot wants to know. */
export async function tellOfBot(scope: Scope, followed: Followed[], answers: Kept[], others: Kept[] = []): Promise<void> {
  if (followed.length === 0) return;
  const tickets = new Map([...others, ...answers].map(({ ticket }) => [ticket.id, ticket]));
  for (const each of followed) {
    const ticket = tickets.get(each.ticket.id) ?? (await findTicket(scope, each.ticket.id));
    // Who may see one in its new queue is told first. What is said carries its ticket along.
    if (ticket && isMoved(each) && (each.queueId !== each.ticket.queueId || each.says.length === 0))
      announceMove(scope, each.ticket, ticket);
    for (const lookup of each.lookups) await queueBillLookup(scope, each.ticket, lookup);
  }
  for (const { message, ticket, outboxId } of answers) {
    scope.emit(messageLive, { action: 'create', message, ticket, contact: ticket.contact }, { rooms: audienceOf(ticket) });
    if (outboxId === null) scope.wake(outboxTopic(ticket.whatsappId));
  }
  await queueMediaWork(
    scope,
    followed.flatMap(({ says }) => says.flatMap(({ mediaId }) => mediaId ?? [])),
  );
  crashPoint('bot.stored');
}

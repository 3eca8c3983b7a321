import { botReasons } from '@prosa/contracts/reasons';
import { begunBill, billAfter, leavesBill } from './bill-stage.rules.ts';
import type { BotConfiguration, BotEvent, BotOption, BotQueue, BotState, BotStep, BotTicket } from './bot.types.ts';
import { conclude, type Decision, nothing, type Turn, unchanged } from './bot-turn.rules.ts';
import { closedCompany, closedQueue } from './closed.rules.ts';
import { asksForMainMenu, readAnswer } from './menu-answers.rules.ts';
import { isBlank, notUnderstoodMenu, optionMenu, queueMenu } from './menu-texts.rules.ts';

/**
 * What the bot does upon one event in a conversation: a function of what it is given alone, so that it does the same after a restart. It
 * speaks only where no person has.
 */
export function botStep(configuration: BotConfiguration, stored: BotState | null, ticket: BotTicket, event: BotEvent): BotStep {
  const state = stateIn(stored, ticket.id);
  if (event.kind === 'phone') return heardOnPhone(state);
  if (ticket.attendedAt !== null)
    return afterPerson({ configuration, state: attendedTo(state, ticket.attendedAt), ticket, at: event.at, isUnseen: false }, event);
  if (!isWaiting(ticket) || state.stage === 'silent') return { ...unchanged(state), chatbot: false };
  const turn: Turn = { configuration, state, ticket, at: event.at, isUnseen: event.kind === 'customer' && isUnseen(state, event) };
  if (event.kind === 'customer') return conclude(turn, answer(turn, event.body));
  return state.bill === null
    ? unchanged(state)
    : conclude(turn, billAfter(state.bill, { kind: 'found', outcome: event.outcome }, event.at));
}

const isWaiting = ({ status, userId, isGroup }: BotTicket) => status === 'pending' && userId === null && !isGroup;
const silenced = (state: BotState): BotState => ({ ...state, stage: 'silent', optionId: null, bill: null });

/** Automatic texts are counted from what a person did last. */
function attendedTo(state: BotState, attendedAt: string): BotState {
  const isBefore = state.saidAt !== null && Date.parse(state.saidAt) < Date.parse(attendedAt);
  return { ...silenced(state), ...(isBefore && { texts: 0, lastText: '', repeats: 0 }) };
}

/** A person has spoken and serves it no more: the customer is only told when nobody is there. */
function afterPerson(turn: Turn, event: BotEvent): BotStep {
  if (event.kind !== 'customer' || !isWaiting(turn.ticket)) return unchanged(turn.state);
  const queue = queueOf(turn);
  return conclude(turn, closedCompany(turn) ?? (queue && closedQueue(turn, queue)) ?? nothing);
}

const typingMilliseconds = 60_000;

/** Written before what was said last. One that lags far behind is of another clock: nobody types for so long. */
function isUnseen({ saidAt }: BotState, { sentAt, isUnseen: isTold = false }: { sentAt?: Date; isUnseen?: boolean }): boolean {
  if (isTold || sentAt === undefined || saidAt === null) return isTold;
  const lag = Date.parse(saidAt) - sentAt.getTime();
  return lag > 0 && lag < typingMilliseconds;
}

/** A new ticket begins anew; when the customer was told that nobody is there is remembered. */
export function stateIn(stored: BotState | null, ticketId: number): BotState {
  if (stored?.ticketId === ticketId) return stored;
  return {
    ticketId,
    stage: 'new',
    queueId: null,
    optionId: null,
    bill: null,
    texts: 0,
    lastText: '',
    repeats: 0,
    saidAt: null,
    closedSaidAt: stored?.closedSaidAt ?? null,
  };
}

const awaitsAnswer = ({ stage }: BotState) => stage === 'queues' || stage === 'options' || stage === 'bill';

function heardOnPhone(state: BotState): BotStep {
  const off = { what: 'bot-off', from: null, to: null, why: botReasons.phone };
  return { ...unchanged(silenced(state)), history: awaitsAnswer(state) ? [off] : [] };
}

function answer(turn: Turn, body: string): Decision {
  const { configuration, state, ticket } = turn;
  // A conversation about a bill needs nobody to be there.
  const closed = state.stage === 'bill' ? undefined : closedCompany(turn);
  if (closed) return closed;
  const queue = queueOf(turn);
  const wantsMainMenu = asksForMainMenu(body);
  if (wantsMainMenu && configuration.queues.length > 1) return toMainMenu(turn);
  const closedHere = state.stage === 'bill' || queue === undefined ? undefined : closedQueue(turn, queue);
  if (closedHere) return closedHere;
  if (wantsMainMenu && isOnMenu(turn, queue) && queue.options.length > 0) return showOptions(turn, queue, undefined, botReasons.mainMenu);
  if (state.stage === 'ended') return nothing;
  if (state.stage === 'new') return start(turn);
  if (state.queueId !== ticket.queueId) return ticket.queueId === null ? start(turn) : endMoved;
  if (state.stage === 'queues') return answerQueues(turn, body);
  if (!isOnMenu(turn, queue)) return endMoved;
  if (state.stage === 'bill' && state.bill !== null && !leavesBill(body))
    return billAfter(state.bill, { kind: 'text', text: body }, turn.at);
  return answerOptions(turn, queue, state.stage === 'bill' ? '0' : body);
}

/** The queue that a ticket is in, on the connection's menu or not. */
function queueOf({ configuration: { queues, otherQueues }, ticket: { queueId } }: Turn): BotQueue | undefined {
  return [...queues, ...otherQueues].find(({ id }) => id === queueId);
}

const isOnMenu = ({ configuration }: Turn, queue: BotQueue | undefined): queue is BotQueue =>
  queue !== undefined && configuration.queues.includes(queue);

/** Redirected after some time, or its queue has left the menu: whoever looks after that queue goes on. */
const endMoved: Decision = { stage: 'ended', history: [{ what: 'bot-ended', from: null, to: null, why: botReasons.movedMeanwhile }] };

function start(turn: Turn): Decision {
  const { configuration, state, ticket } = turn;
  const [first, ...others] = configuration.queues;
  // Chosen while it was closed.
  const chosen = ticket.queueId === state.queueId ? queueOf(turn) : undefined;
  if (chosen && isOnMenu(turn, chosen)) return enterQueue(turn, chosen);
  if (first && others.length === 0) return enterOnlyQueue(turn, first);
  if (ticket.queueId !== null) return { stage: 'ended' };
  if (first) return { stage: 'queues', optionId: null, says: [bot(queueMenu(configuration), botReasons.queueMenu)] };
  const { greetingMessage } = configuration;
  return { stage: 'ended', says: isBlank(greetingMessage) ? [] : [greeting(greetingMessage, botReasons.firstMessage)] };
}

function enterOnlyQueue(turn: Turn, queue: BotQueue): Decision {
  const { queueId } = turn.ticket;
  if (queueId === queue.id) return enterQueue(turn, queue);
  if (queueId !== null) return { stage: 'ended' };
  const noted = { what: 'bot-queue', from: null, to: queue.name, why: botReasons.onlyQueue };
  return { ...enterQueue(turn, queue, [noted]), queueId: queue.id };
}

function answerQueues(turn: Turn, body: string): Decision {
  const { queues } = turn.configuration;
  if (queues.length < 2) return start(turn);
  const read = readAnswer(
    body,
    queues.map(({ name }) => name),
  );
  const queue = read?.kind === 'choice' ? queues[read.place] : undefined;
  if (!queue) return read ? toMainMenu(turn) : repeat(turn, queueMenu(turn.configuration));
  const noted = { what: 'bot-queue', from: null, to: queue.name, why: botReasons.queueChosen };
  return { ...enterQueue(turn, queue, [noted]), queueId: queue.id };
}

/** Its greeting, and its options where it has some. The ticket stays in it, also while nobody is there. */
function enterQueue(turn: Turn, queue: BotQueue, noted: Decision['history'] = []): Decision {
  const closed = closedQueue(turn, queue);
  if (closed) return { ...closed, stage: 'new', optionId: null, history: [...noted, ...(closed.history ?? [])] };
  if (queue.options.length > 0) return { ...showOptions(turn, queue, undefined, botReasons.optionMenu), history: noted };
  const text = greetingOf(turn, queue);
  const why = turn.configuration.queues.length === 1 ? botReasons.firstMessage : botReasons.queueChosen;
  return { stage: 'ended', optionId: null, says: isBlank(text) ? [] : [greeting(text, why)], history: noted };
}

/** The only queue of a connection greets with the connection's words, where it has none of its own. */
const greetingOf = ({ configuration: { queues, greetingMessage } }: Turn, queue: BotQueue) =>
  isBlank(queue.greetingMessage) && queues.length === 1 ? greetingMessage : queue.greetingMessage;

/** It leaves its queue only where there are several to choose from. */
function toMainMenu(turn: Turn): Decision {
  const { queueId } = turn.ticket;
  const left = { what: 'bot-queue', from: queueOf(turn)?.name ?? null, to: null, why: botReasons.mainMenu };
  return {
    stage: 'queues',
    optionId: null,
    bill: null,
    queueId: null,
    says: [bot(queueMenu(turn.configuration), botReasons.mainMenu)],
    history: queueId === null ? [] : [left],
  };
}

function answerOptions(turn: Turn, queue: BotQueue, body: string): Decision {
  const path = turn.state.optionId === null ? [] : pathTo(queue.options, turn.state.optionId);
  // Removed since it was shown: a number would mean another menu.
  if (path === undefined) return showOptions(turn, queue, undefined, botReasons.optionMenu);
  const here = path.at(-1);
  const options = here && here.type === 'text' ? here.children : queue.options;
  if (options.length === 0) return enterQueue(turn, queue);
  const read = readAnswer(
    body,
    options.map(({ title }) => title),
  );
  if (read === undefined) return repeat(turn, optionMenu(greetingOf(turn, queue), queue, here));
  if (read.kind === 'main')
    return turn.configuration.queues.length > 1 ? toMainMenu(turn) : showOptions(turn, queue, undefined, botReasons.mainMenu);
  if (read.kind === 'previous') {
    if (here === undefined && turn.configuration.queues.length > 1) return toMainMenu(turn);
    return showOptions(turn, queue, path.at(-2), botReasons.previousMenu);
  }
  const option = options[read.place];
  return option ? choose(turn, queue, here, option) : nothing;
}

function choose(turn: Turn, queue: BotQueue, here: BotOption | undefined, option: BotOption): Decision {
  const chosen = { what: 'bot-option', from: here?.title ?? queue.name, to: option.title, why: botReasons.optionChosen };
  if (option.type === 'bill') return begunBill(option, chosen, turn.at);
  if (option.children.length > 0) return { ...showOptions(turn, queue, option, botReasons.optionChosen), history: [chosen] };
  const ended = { what: 'bot-ended', from: null, to: null, why: botReasons.lastOption };
  const says = isBlank(option.message) ? [] : [bot(option.message, botReasons.optionChosen)];
  return { stage: 'ended', optionId: null, says, history: [chosen, ended] };
}

const showOptions = (turn: Turn, queue: BotQueue, option: BotOption | undefined, why: string): Decision => ({
  stage: 'options',
  optionId: option?.id ?? null,
  bill: null,
  says: [bot(optionMenu(greetingOf(turn, queue), queue, option), why)],
});

/** What was written before the menu was there does not answer it, and needs no second one. */
const repeat = ({ isUnseen }: Turn, menu: string): Decision =>
  isUnseen ? nothing : { says: [bot(notUnderstoodMenu(menu), botReasons.notUnderstood)] };

const bot = (text: string, why: string) => ({ text, origin: 'bot' as const, why });
const greeting = (text: string, why: string) => ({ text, origin: 'greeting' as const, why });

/** The options from the top down to one; nothing if it is there no more. */
function pathTo(options: BotOption[], id: number): BotOption[] | undefined {
  for (const option of options) {
    if (option.id === id) return [option];
    const below = pathTo(option.children, id);
    if (below) return [option, ...below];
  }
  return undefined;
}

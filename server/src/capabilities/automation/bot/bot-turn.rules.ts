import { botReasons } from '@prosa/contracts/reasons';
import type { BotConfiguration, BotHistory, BotSay, BotState, BotStep, BotTicket } from './bot.types.ts';

/** One event with all that decides about it. `isUnseen`: written before what was said last. */
export type Turn = { configuration: BotConfiguration; state: BotState; ticket: BotTicket; at: Date; isUnseen: boolean };
/** What changes; what is absent stays. */
export type Decision = Partial<Pick<BotState, 'stage' | 'optionId' | 'bill' | 'closedSaidAt'>> &
  Partial<Pick<BotStep, 'queueId' | 'says' | 'history' | 'lookup'>>;
export const nothing: Decision = {};

const maxTexts = 10;
const maxRepeats = 3;

const inBotsHands = ({ stage }: BotState) => stage === 'queues' || stage === 'options' || stage === 'bill';

export const unchanged = (state: BotState): BotStep => ({ state, chatbot: inBotsHands(state), says: [], history: [] });

/** Counts what is said. Who has said too much, or the same too often, says no more: the other side may be a bot as well. */
export function conclude({ state, ticket, at, isUnseen }: Turn, decision: Decision): BotStep {
  const { queueId, says = [], history = [], lookup, ...changes } = decision;
  const text = says.map((each) => each.text).join('\n\n');
  const isSame = text === state.lastText;
  const said = says.length > 0 && !(isUnseen && isSame);
  const tooMuch = said ? excess(state, isSame) : undefined;
  const stays = queueId === undefined || (tooMuch && queueId === null) ? ticket.queueId : queueId;
  const next: BotState = { ...state, ...changes, queueId: stays };
  const moved = stays === ticket.queueId ? {} : { queueId: stays };
  if (tooMuch) {
    // That nobody is there goes without saying then; the bot goes on when somebody is.
    const stage = says.every(({ origin }) => origin === 'hours') ? {} : ({ stage: 'silent', optionId: null, bill: null } as const);
    const stopped: BotHistory[] = tooMuch.isNew ? [{ what: 'bot-stopped', from: null, to: null, why: tooMuch.why }] : [];
    const held: BotState = { ...next, ...stage, ...tooMuch.counted };
    return { ...unchanged(held), ...moved, history: [...(stays === ticket.queueId ? [] : history), ...stopped] };
  }
  const counted = said ? { texts: state.texts + 1, lastText: text, repeats: isSame ? state.repeats + 1 : 1, saidAt: at.toISOString() } : {};
  const after: BotState = { ...next, ...counted };
  const spoken: BotSay[] = said ? says : [];
  return { ...unchanged(after), ...moved, says: spoken, history, ...(lookup && { lookup }) };
}

/** `isNew`: the history does not say so yet. */
type Excess = { why: string; counted: Partial<BotState>; isNew: boolean };

function excess({ texts, repeats }: BotState, isSame: boolean): Excess | undefined {
  if (texts >= maxTexts) return { why: botReasons.tooManyTexts, counted: { texts: texts + 1 }, isNew: texts === maxTexts };
  if (!isSame || repeats < maxRepeats) return undefined;
  return { why: botReasons.sameText, counted: { repeats: repeats + 1 }, isNew: repeats === maxRepeats };
}

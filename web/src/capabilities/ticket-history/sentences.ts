import { readReason, reasons } from '@prosa/contracts/reasons';
import type { TicketStep } from '@prosa/contracts/tickets';
import { formatDateTime } from '../../platform/language/format.ts';
import { fillIn, type Language, textIn, type Values } from '../../platform/language/messages.ts';
import { reasonMessages as sessionReasonMessages } from '../connections/ledger.messages.ts';
import { historyMessages } from './history.messages.ts';
import { capitalized, reasonWords } from './reasons.ts';

type Key = keyof typeof historyMessages.pt;
type Sentence = { key: Key; values?: Values /** The rule is said already. */; complete?: true };

/** One step of a ticket's life as a sentence, with the rule that made it. */
export function sentenceOf(step: TicketStep, language: Language): string {
  const { key, values, complete } = chooseSentence(step, language);
  const said = textIn(language, historyMessages, key, values);
  if (complete || step.why === null) return said;
  return textIn(language, historyMessages, 'because', { said, why: whyWords(step.why, language) });
}

/** An outage tells its reason in the words of the connection's timeline. */
function whyWords(why: string, language: Language): string {
  const words: Partial<Record<string, string>> = sessionReasonMessages[language];
  return words[why] ?? reasonWords(language, why);
}

const rulesWithSentence: Partial<Record<string, Key>> = {
  userRemoved: 'userRemoved',
  queueRemoved: 'queueRemoved',
  connectionRemoved: 'connectionRemoved',
  wroteAgain: 'wroteAgain',
};

function chooseSentence(step: TicketStep, language: Language): Sentence {
  const { what, from, to, why, names } = step;
  const by = names.by ?? textIn(language, historyMessages, 'somebody');
  const queue = names.toQueue ?? '';
  const places = {
    from: placeOf('from', names.fromUser, names.fromQueue, language),
    to: placeOf('to', names.toUser, names.toQueue, language),
  };
  const inQueue = (plain: Key, queued: Key): Sentence => ({ key: queue === '' ? plain : queued, values: { by, queue } });
  const rule = why === null ? undefined : readReason(why)?.reason;
  const special = rule && rulesWithSentence[rule];
  if (special === 'wroteAgain') return { ...inQueue('wroteAgain', 'wroteAgainInQueue'), complete: true };
  if (special) return { key: special, values: { by, user: names.fromUser ?? '', queue: names.fromQueue ?? '' }, complete: true };
  const isForOther = names.toUser !== null && names.toUser !== names.by;
  switch (what) {
    case 'create':
      if (step.user === null && names.by === null) return inQueue('began', 'beganInQueue');
      return isForOther ? { key: 'createdFor', values: { by, ...places } } : inQueue('created', 'createdInQueue');
    case 'accept':
      return isForOther ? { key: 'acceptedFor', values: { by, ...places } } : inQueue('accepted', 'acceptedInQueue');
    case 'return':
      return inQueue('returned', 'returnedToQueue');
    case 'transfer':
      return { key: names.by === null && why !== null ? 'went' : 'transferred', values: { by, ...places } };
    case 'resolve':
      return { key: names.by === null && why !== null ? 'ended' : 'resolved', values: { by } };
    case 'merge':
      return { key: 'ended' };
    case 'separate':
      return { key: 'separated', values: { by } };
    case 'reopen':
      return { key: 'reopened', values: { by } };
    case 'outage':
      return { key: 'outage', values: { from: formatDateTime(from ?? step.at), to: formatDateTime(to ?? step.at) } };
    case 'bot-queue':
      return chosenQueue(step);
    case 'bot-option':
      return { key: 'choseOption', values: { from: from ?? '', to: to ?? '' }, complete: true };
    case 'bot-ended':
      return { key: 'botEnded' };
    case 'bot-stopped':
      return { key: 'botStopped' };
    case 'bot-off':
      return { key: 'botOff' };
    case 'hours':
      return to === null ? { key: 'toldHours' } : { key: 'toldHoursOfQueue', values: { queue: to } };
    default:
      return ruled(step, places.to, language);
  }
}

/** The bot names queues as they were called then. */
function chosenQueue({ from, to, why }: TicketStep): Sentence {
  if (to === null) return { key: 'leftQueue', values: { queue: from ?? '' }, complete: true };
  return why === reasons.queueChosen
    ? { key: 'choseQueue', values: { queue: to }, complete: true }
    : { key: 'putInQueue', values: { queue: to } };
}

/** What a rule did that has no sentence of its own: the rule is the sentence, and where the ticket went by it. */
function ruled({ what, why, names, to, from }: TicketStep, place: string, language: Language): Sentence {
  const words = capitalized(why === null ? what : reasonWords(language, why));
  const moved = to !== null && to !== from && (names.toUser !== null || names.toQueue !== null);
  return { key: moved ? 'ruledTo' : 'ruled', values: { why: words, to: place }, complete: true };
}

function placeOf(side: 'from' | 'to', user: string | null, queue: string | null, language: Language): string {
  const kind = user !== null && queue !== null ? 'Both' : user !== null ? 'User' : queue !== null ? 'Queue' : 'None';
  return fillIn(historyMessages[language][`${side}${kind}`], { user: user ?? '', queue: queue ?? '' });
}

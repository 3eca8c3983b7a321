/**
 * Every reason the server gives for what it does by itself: the `why` of an automatic message and of a step in a ticket's history. One
 * English sentence each, stored as it was said, with `{names}` where something differs; the browser has words for each in its languages.
 */
const serviceReasons = {
  accepted: 'the ticket was accepted',
  transferred: 'the ticket was transferred',
  resolved: 'the ticket was resolved',
  hasRated: 'the customer has rated',
  calls: 'the customer called, and calls are not taken',
  wroteAgain: 'the customer wrote again',
  gaveRating: 'the customer rated the service with {rating} of 3',
  nobodyTook: 'nobody took it within {minutes} minutes',
  /** Of rows written before the minutes were said. */
  nobodyTookInTime: 'nobody took it in time',
  userRemoved: 'the user was removed',
  queueRemoved: 'the queue was removed',
  connectionRemoved: 'the connection was removed',
  samePerson: 'the customer turned out to be the same person: the conversation goes on in {code}',
  notSamePerson: 'the customer is not the same person after all',
  scheduled: 'it was scheduled for this time',
  campaign: 'it is part of the campaign {name}',
  optedOut: 'the customer asked for no more campaigns',
  optedIn: 'the customer asked for campaigns again',
  program: 'a program of the company sent it',
} as const;

/** Why the bot said or did something. */
export const botReasons = {
  firstMessage: 'the customer wrote for the first time',
  queueMenu: 'the customer has to choose a queue',
  queueChosen: 'the customer chose the queue',
  onlyQueue: 'it is the only queue of the connection',
  optionMenu: 'the customer has to choose an option',
  optionChosen: 'the customer chose the option',
  previousMenu: 'the customer asked for the previous menu',
  mainMenu: 'the customer asked for the main menu',
  notUnderstood: 'the answer fits no option',
  lastOption: 'the option has nothing below it',
  movedMeanwhile: 'the ticket was put in a queue meanwhile',
  billSettled: 'the conversation about the bill is over',
  companyClosed: 'the company is closed at this time',
  queueClosed: 'the queue is closed at this time',
  holiday: 'today is a holiday of the company',
  tooManyTexts: 'ten automatic texts in a row',
  sameText: 'the same automatic text three times in a row',
  phone: 'somebody wrote on the phone',
} as const;

/** Why it said something about a bill, and why a person goes on. */
export const billReasons = {
  begun: 'the customer asked for the second copy of a bill',
  badDocument: 'the document can not be right',
  unknownDocument: 'the billing system does not know the document',
  ownership: 'the asker has to show that the record is theirs',
  found: 'the billing system has found it',
  none: 'no bill is open',
  left: 'the customer left the conversation about the bill',
  expired: 'the conversation about the bill began anew after a pause',
  tooManyTries: 'three answers about the bill did not fit',
  unprovable: 'the record has nothing to show its ownership by',
  tooOften: 'five look-ups of bills in an hour',
  noCode: 'the bill has no code to pay by',
  notSetUp: 'no billing system is set up',
  unreachable: 'the billing system did not answer',
  denied: 'the billing system refused our key',
  refused: 'the address of the billing system may not be called',
  unreadable: 'the answer of the billing system can not be read',
  broken: 'the look-up of a bill failed',
} as const;
export type BillReason = (typeof billReasons)[keyof typeof billReasons];

export const reasons = { ...serviceReasons, ...botReasons, ...billReasons } as const;

export type Reason = keyof typeof reasons;
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type ValuesOf<R extends Reason> = NamesIn<(typeof reasons)[R]>;
type ReasonValues = Record<string, string | number>;

/** The sentence of a reason, as it is stored. */
export function reasonText<R extends Reason>(
  reason: R,
  ...[values]: [ValuesOf<R>] extends [never] ? [] : [Record<ValuesOf<R>, string | number>]
): string {
  const given: ReasonValues = values ?? {};
  return reasons[reason].replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}

export const isReason = (text: string): text is Reason => Object.hasOwn(reasons, text);

const patterns = Object.entries(reasons).map(([reason, sentence]) => {
  const escaped = sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)');
  return { reason, pattern: new RegExp(`^${escaped}$`, 's') };
});

/** Which reason a stored sentence is, and what it names. Nothing for the name of a campaign, and for sentences of another version. */
export function readReason(sentence: string): { reason: Reason; values: ReasonValues } | undefined {
  for (const { reason, pattern } of patterns) {
    const found = pattern.exec(sentence);
    if (found && isReason(reason)) return { reason, values: { ...found.groups } };
  }
  return undefined;
}

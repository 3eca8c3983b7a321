/**
 * Every reason the server gives for what it does by itself: the `why` of an automatic message and of a step in a ticket's history. One
 * English sentence each, stored as it was said, with `{names}` where something differs; the browser has words for each in its languages.
 */
export const reasons = {
  accepted: 'the ticket was accepted',
  transferred: 'the ticket was transferred',
  resolved: 'the ticket was resolved',
  hasRated: 'the customer has rated',
  calls: 'the customer called, and calls are not taken',
  onlyQueue: 'it is the only queue of the connection',
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
} as const;

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

/** Which reason a stored sentence is, and what it names. Nothing for what somebody called a campaign, and for sentences of another version. */
export function readReason(sentence: string): { reason: Reason; values: ReasonValues } | undefined {
  for (const { reason, pattern } of patterns) {
    const found = pattern.exec(sentence);
    if (found && isReason(reason)) return { reason, values: { ...found.groups } };
  }
  return undefined;
}

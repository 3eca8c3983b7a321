import type { DelayReason, FailureReason } from '../failures.ts';

/** What an error of Meta's means for the message that met it, or for the whole connection. */
export type Meaning =
  | { kind: 'failed'; reason: FailureReason }
  | { kind: 'later'; reason: DelayReason }
  /** The token is no longer good, or may not do this: nothing can be sent until somebody enters another. */
  | { kind: 'credentials' }
  /** Too much to this one customer: others go on. */
  | { kind: 'pairRate' }
  /** Too much from this number or app. */
  | { kind: 'numberRate' };

export type GraphError = { status: number; code: number | undefined };

const failed = (reason: FailureReason): Meaning => ({ kind: 'failed', reason });
const temporary: Meaning = { kind: 'later', reason: 'temporary' };

/** Branching is on the code alone: titles and subcodes change. */
const meanings = new Map<number, Meaning>(
  (
    [
      [[0, 3, 10, 33, 190, 131005], { kind: 'credentials' }],
      [[1, 2, 131000, 131016, 131057, 133004], temporary],
      [[4, 80007, 130429], { kind: 'numberRate' }],
      [[131056], { kind: 'pairRate' }],
      [[131026, 131030], failed('notOnChannel')],
      // Blocked by them or by us, opted out of marketing, or more marketing than Meta lets one person get.
      [[130403, 130472, 131049, 131050, 131063], failed('blocked')],
      [[131047], failed('windowClosed')],
      [[131064, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068, 132069], failed('templateRefused')],
      [[131051, 131062], failed('unsupported')],
      [[131052, 131053], failed('mediaRefused')],
      [[131060], failed('messageGone')],
      [[368, 130497, 131031, 131037, 131042, 131045, 131048], failed('restricted')],
      [[133005, 133006, 133008, 133009, 133010, 133015, 133016, 134011], failed('restricted')],
      [[100, 131008, 131009, 131021, 135000], failed('refused')],
    ] satisfies Array<[number[], Meaning]>
  ).flatMap(([codes, meaning]) => codes.map((code): [number, Meaning] => [code, meaning])),
);

/** An error whose code nobody knows is judged by the status of the answer. */
export function meaningOf({ status, code }: GraphError): Meaning {
  const known = code === undefined ? undefined : meanings.get(code);
  if (known) return known;
  if (code !== undefined && code >= 200 && code <= 299) return { kind: 'credentials' };
  if (status === 401) return { kind: 'credentials' };
  if (status === 429) return { kind: 'numberRate' };
  if (status >= 500) return temporary;
  return failed('refused');
}

/** Why a message that Meta had taken was not delivered: as far as it goes, by the same table. */
export function failureOf(code: number | undefined): FailureReason {
  const meaning = meaningOf({ status: 400, code });
  return meaning.kind === 'failed' ? meaning.reason : meaning.kind === 'credentials' ? 'restricted' : 'refused';
}

import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { DeliveryError } from '@prosa/contracts/webhooks';
import type { Clock } from '../../platform/clock.ts';
import { type Outbound, OutboundError, type OutboundReason } from '../../platform/outbound/outbound.ts';
import type { ClaimedWebhook, Outcome, Waiting } from './sending.actions.ts';
import { isOutage, signatureOf } from './webhooks.rules.ts';

/** A receiver that takes longer has not got it. */
const callSeconds = 10;
/** Of an answer no more than this is read. */
const answerBytes = 64 * 1024;
/** Of one webhook at the same time. */
const atOnce = 8;
/** No further call is begun afterwards: what has arrived by then is noted. */
const batchMilliseconds = 3_000;

type Options = { outbound: Outbound; clock: Clock; isStopping: () => boolean };

/**
 * Sends what is waiting, those of one ticket or contact one after the other and not beyond one that failed. It ends early where the
 * receiver does not answer: the rest waits with it.
 */
export async function sendAll(claimed: ClaimedWebhook, waiting: Waiting[], { outbound, clock, isStopping }: Options): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const queues = inQueues(waiting);
  const until = Date.now() + batchMilliseconds;
  let isOut = false;
  const goesOn = () => !isOut && !isStopping() && Date.now() < until;

  async function work(): Promise<void> {
    for (let queue = queues.shift(); queue && goesOn(); queue = queues.shift())
      for (const each of queue) {
        if (!goesOn()) return;
        const outcome = await sendOne(outbound, clock, claimed, each);
        outcomes.push(outcome);
        if (!outcome.ok && isOutage(outcome.status)) isOut = true;
        if (!outcome.ok) break;
      }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

/** Those of one ticket or contact together, in their order. */
function inQueues(waiting: Waiting[]): Waiting[][] {
  const queues = new Map<string, Waiting[]>();
  for (const each of waiting) queues.set(each.about, [...(queues.get(each.about) ?? []), each]);
  return [...queues.values()];
}

async function sendOne(outbound: Outbound, clock: Clock, { url, secret }: ClaimedWebhook, waiting: Waiting): Promise<Outcome> {
  const { id, firstAt, delivery, event, body } = waiting;
  const begun = performance.now();
  const outcome = (status: number | null, error: DeliveryError | null): Outcome => ({
    ...{ id, firstAt, status, error, ok: error === null },
    milliseconds: Math.round(performance.now() - begun),
  });
  try {
    const { status, stream } = await outbound.open({
      url,
      method: 'POST',
      chosenBy: 'company',
      purpose: 'webhook',
      headers: {
        'content-type': 'application/json',
        'x-prosa-event': event,
        'x-prosa-delivery': delivery,
        'x-prosa-signature': signatureOf(secret, clock(), body),
      },
      body,
      totalSeconds: callSeconds,
      maxBytes: answerBytes,
    });
    await readAway(stream);
    return outcome(status, complaintOf(status));
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return outcome(null, whyNot[error.reason]);
  }
}

/** What it says beside that it has got it is of no interest; a program whose answer is cut off may take that for a failure. */
const readAway = (stream: Readable): Promise<void> => finished(stream.resume()).catch(() => undefined);

const complaintOf = (status: number): DeliveryError | null =>
  status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status';

/** How large an answer is and of which kind does not matter: of these we never hear. */
const whyNot: Record<OutboundReason, DeliveryError> = {
  refused: 'refused',
  unreachable: 'unreachable',
  timeout: 'timeout',
  'too-large': 'unreachable',
  'wrong-type': 'unreachable',
};

import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Platform } from '../../platform/database/scope.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { resumeContext } from '../../platform/work-context.ts';
import { openLookupTurns } from '../bills/lookup-turns.rules.ts';
import { type ClaimedWebhook, claimWebhook, readWaiting, recordOutcomes, releaseWebhook, renewWebhook } from './sending.actions.ts';
import { sendAll } from './sending.ts';

const stopMilliseconds = 2_000;
/** From here on a receiver leaves its place to others: an ordinary one takes far less for a whole batch. */
const slowMilliseconds = 4_000;
/** Of webhooks, each of which sends several at once. */
const places = { each: 1, quick: 8, slow: 24, inAll: 32 };
const batchSize = 200;
/** Afterwards others have their turn. */
const turnMilliseconds = 2_000;

export type SendingOptions = { outbound: Outbound; leaseSeconds: number };
type Sending = { offer(webhookId: number, companyId: number): void; begin(): void; stop(): Promise<void> };
type Work = SendingOptions & { platform: Platform; held: Set<ClaimedWebhook>; isStopping: () => boolean };

/** Sends what webhooks have waiting, each in its turn: one that hangs takes no other's place. */
export function openSending(platform: Platform, options: SendingOptions): Sending {
  const turns = openLookupTurns(places);
  const companyOf = new Map<number, number>();
  const running = new Set<Promise<void>>();
  let stopping = false;
  const work: Work = { ...options, platform, held: new Set(), isStopping: () => stopping };

  function begin(): void {
    for (let webhookId = stopping ? undefined : turns.next(); webhookId !== undefined; webhookId = turns.next()) {
      const id = webhookId;
      const companyId = companyOf.get(id) ?? 0;
      const kept = resumeContext({ work: 'webhooks', companyId }, () => turn(companyId, id)).finally(() => running.delete(kept));
      running.add(kept);
    }
  }

  async function turn(companyId: number, webhookId: number): Promise<void> {
    let isSlow = false;
    const long = setTimeout(() => {
      isSlow = true;
      turns.slow(webhookId);
      begin();
    }, slowMilliseconds);
    const hasMore = await sendFor(work, companyId, webhookId).catch((error: unknown) => {
      if (!stopping) platform.log.warn({ err: error, webhookId }, 'deliveries of a webhook will be sent again');
      return false;
    });
    clearTimeout(long);
    turns.over(webhookId, isSlow);
    if (hasMore) turns.offer(webhookId);
    begin();
  }

  return {
    offer(webhookId, companyId) {
      companyOf.set(webhookId, companyId);
      turns.offer(webhookId);
    },
    begin,
    async stop() {
      stopping = true;
      // A receiver that hangs does not hold up a stop: what is still on its way is sent again.
      await Promise.race([Promise.all(running), sleep(stopMilliseconds, undefined, { ref: false })]);
      await Promise.all([...work.held].map((claimed) => releaseWebhook(platform, claimed)));
    },
  };
}

/** Whether something is left for another turn. */
async function sendFor(work: Work, companyId: number, webhookId: number): Promise<boolean> {
  const { platform, leaseSeconds, held, isStopping } = work;
  const claimed = await claimWebhook(platform, companyId, webhookId, leaseSeconds);
  if (!claimed) return false;
  held.add(claimed);
  const renewing = setInterval(() => void renewWebhook(platform, claimed, leaseSeconds).catch(() => undefined), leaseSeconds * 300);
  try {
    const until = Date.now() + turnMilliseconds;
    while (!isStopping() && Date.now() < until) if (!(await sendBatch(work, claimed))) return false;
    return !isStopping();
  } finally {
    clearInterval(renewing);
    await releaseWebhook(platform, claimed);
    held.delete(claimed);
  }
}

/** A receiver that has been out of order gets one, to see. */
async function sendBatch({ platform, outbound, isStopping }: Work, claimed: ClaimedWebhook): Promise<boolean> {
  const waiting = await readWaiting(platform, claimed, claimed.isFailing ? 1 : batchSize);
  if (waiting.length === 0) return false;
  const outcomes = await sendAll(claimed, waiting, { outbound, clock: platform.clock, isStopping });
  crashPoint('webhook.sent');
  const goesOn = await recordOutcomes(platform, claimed, outcomes);
  if (goesOn) claimed.isFailing = false;
  return goesOn;
}

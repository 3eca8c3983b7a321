import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '../../platform/crash-points.ts';
import type { Platform } from '../../platform/database/scope.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { resumeContext } from '../../platform/work-context.ts';
import { openLookupTurns } from '../bills/lookup-turns.rules.ts';
import { noteEvents } from './note-events.actions.ts';
import {
  type ClaimedWebhook,
  claimWebhook,
  findWork,
  readWaiting,
  recordOutcomes,
  releaseWebhook,
  renewWebhook,
} from './sending.actions.ts';
import { sendAll } from './sending.ts';
import { webhooksTopic } from './webhooks.actions.ts';

const pollInterval = 1_000;
const stopMilliseconds = 2_000;
/** From here on a receiver leaves its place to others: an ordinary one takes far less for a whole batch. */
const slowMilliseconds = 4_000;
/** Of webhooks, each of which sends several at once. */
const places = { each: 1, quick: 8, slow: 24, inAll: 32 };
const batchSize = 200;
/** Afterwards others have their turn. */
const turnMilliseconds = 2_000;

type Options = { outbound: Outbound; leaseSeconds: number };

/**
 * Makes deliveries of events and sends them, apart from all other work: a receiver that hangs holds a connection of ours to it, and
 * neither one to the database nor the place of another webhook.
 */
export function startWebhooks(platform: Platform, { outbound, leaseSeconds }: Options): { stop(): Promise<void> } {
  const turns = openLookupTurns(places);
  const companyOf = new Map<number, number>();
  let companies = new Set<number>();
  const held = new Set<ClaimedWebhook>();
  const running = new Set<Promise<void>>();
  const noting = new Map<number, 'once' | 'again'>();
  let stopping = false;

  const keep = (work: Promise<void>) => {
    const kept = work.finally(() => running.delete(kept));
    running.add(kept);
  };

  /** One at a time for each company; what is heard meanwhile is looked at once more. */
  function note(companyId: number): void {
    if (stopping || noting.has(companyId)) return void (noting.has(companyId) && noting.set(companyId, 'again'));
    noting.set(companyId, 'once');
    keep(
      resumeContext({ work: 'webhooks', companyId }, async () => {
        try {
          while (!stopping && (await noteEvents(platform, companyId))) noting.set(companyId, 'once');
        } catch (error) {
          if (!stopping) platform.log.warn({ err: error }, 'events for webhooks will be looked at again');
        }
        const isAskedAgain = noting.get(companyId) === 'again';
        noting.delete(companyId);
        for (const [webhookId, owner] of companyOf) if (owner === companyId) turns.offer(webhookId);
        next();
        if (isAskedAgain) note(companyId);
      }),
    );
  }

  function next(): void {
    for (let webhookId = stopping ? undefined : turns.next(); webhookId !== undefined; webhookId = turns.next()) {
      const id = webhookId;
      const companyId = companyOf.get(id);
      if (companyId === undefined) turns.over(id, false);
      else keep(resumeContext({ work: 'webhooks', companyId }, () => turn(companyId, id)));
    }
  }

  async function turn(companyId: number, webhookId: number): Promise<void> {
    let isSlow = false;
    const long = setTimeout(() => {
      isSlow = true;
      turns.slow(webhookId);
      next();
    }, slowMilliseconds);
    const hasMore = await sendFor(companyId, webhookId).catch((error: unknown) => {
      if (!stopping) platform.log.warn({ err: error, webhookId }, 'deliveries of a webhook will be sent again');
      return false;
    });
    clearTimeout(long);
    turns.over(webhookId, isSlow);
    if (hasMore) turns.offer(webhookId);
    next();
  }

  /** Whether something is left for another turn. */
  async function sendFor(companyId: number, webhookId: number): Promise<boolean> {
    const claimed = await claimWebhook(platform, companyId, webhookId, leaseSeconds);
    if (!claimed) return false;
    held.add(claimed);
    const renewing = setInterval(() => void renewWebhook(platform, claimed, leaseSeconds).catch(() => undefined), leaseSeconds * 300);
    try {
      const until = Date.now() + turnMilliseconds;
      while (!stopping && Date.now() < until) if (!(await sendBatch(claimed))) return false;
      return !stopping;
    } finally {
      clearInterval(renewing);
      await releaseWebhook(platform, claimed);
      held.delete(claimed);
    }
  }

  /** A receiver that has been out of order gets one, to see. */
  async function sendBatch(claimed: ClaimedWebhook): Promise<boolean> {
    const waiting = await readWaiting(platform, claimed, claimed.isFailing ? 1 : batchSize);
    if (waiting.length === 0) return false;
    const outcomes = await sendAll(claimed, waiting, { outbound, clock: platform.clock, isStopping: () => stopping });
    crashPoint('webhook.sent');
    const goesOn = await recordOutcomes(platform, claimed, outcomes);
    if (goesOn) claimed.isFailing = false;
    return goesOn;
  }

  async function look(): Promise<void> {
    const work = await findWork(platform);
    companyOf.clear();
    for (const { webhookId, companyId } of work) companyOf.set(webhookId, companyId);
    companies = new Set(companyOf.values());
    for (const companyId of new Set(work.filter(({ hasUnseen }) => hasUnseen).map((each) => each.companyId))) note(companyId);
    for (const { webhookId, isDue } of work) if (isDue) turns.offer(webhookId);
    next();
  }
  const lookSafely = () => void look().catch(() => undefined);

  const timer = setInterval(lookSafely, pollInterval);
  const stopHearing = [
    platform.wake.on(webhooksTopic, lookSafely),
    platform.wake.on('events', (companyId) => companies.has(companyId) && note(companyId)),
  ];
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      for (const stopOne of stopHearing) stopOne();
      // A receiver that hangs does not hold up a stop: what is still on its way is sent again.
      await Promise.race([Promise.all(running), sleep(stopMilliseconds, undefined, { ref: false })]);
      await Promise.all([...held].map((claimed) => releaseWebhook(platform, claimed)));
    },
  };
}

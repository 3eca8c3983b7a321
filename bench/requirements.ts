import type { BotsResult } from './bots.ts';
import type { GrowthResult } from './growth.ts';
import type { IngestionResult } from './ingestion.ts';
import type { LiveResult } from './live.ts';
import type { MemoryResult } from './memory.ts';
import type { NoisyResult } from './noisy.ts';
import type { PagesResult } from './pages.ts';
import type { RemovalResult } from './removal.ts';
import type { WebResult } from './web.ts';
import type { WebhooksResult } from './webhooks.ts';

export type Results = {
  pages?: PagesResult;
  live?: LiveResult;
  memory?: MemoryResult;
  growth?: GrowthResult;
  web?: WebResult;
  ingestion?: IngestionResult;
  bots?: BotsResult;
  noisy?: NoisyResult;
  removal?: RemovalResult;
  webhooks?: WebhooksResult;
};
export type Requirement = { name: string; measured: string; bound: string; holds: boolean };

/** A figure that could not be taken is not a number, and what is not a number holds nowhere. */
const atLeast = (name: string, value: number, bound: number): Requirement => ({
  name,
  measured: value.toFixed(2),
  bound: `at least ${bound}`,
  holds: value >= bound,
});
export const atMost = (name: string, value: number, bound: number, unit = ''): Requirement => ({
  name,
  measured: `${value.toFixed(1)}${unit}`,
  bound: `at most ${bound}${unit}`,
  holds: value <= bound,
});

/** The bounds of what was measured. */
export function requirementsOf(results: Results): Requirement[] {
  const { ingestion, pages, live, growth, memory, web, bots, noisy, removal, webhooks } = results;
  const found: Requirement[] = [];
  if (ingestion) {
    const { scenarios, alone } = ingestion;
    for (const { name, ratio } of scenarios.filter(({ required }) => required))
      found.push(atLeast(`ingestion, ${name}: ratio to the bare transaction`, ratio, 0.3));
    found.push(atMost('statements per message under load, most', Math.max(...scenarios.map(({ statements }) => statements)), 8));
    found.push(atMost('round trips per message alone, known conversation', alone[0]?.roundTrips ?? Number.NaN, 8));
  }
  for (const { name, ratio } of pages?.pages.filter(({ required }) => required) ?? [])
    found.push(atLeast(`page of 40 tickets, ${name}: ratio to the bare query`, ratio, 0.25));
  for (const { name, hand, roundTrips, planningMilliseconds } of pages?.pages ?? []) {
    if (!hand) continue;
    found.push(atLeast(`${name}: ratio to one query by hand`, hand.ratio, hand.atLeast));
    // What the server does by itself meanwhile is counted too.
    found.push(atMost(`${name}: round trips`, Math.floor(roundTrips), 2));
    found.push(atMost(`${name}: planning`, planningMilliseconds, 1, ' ms'));
  }
  for (const [name, bound] of [
    ['p50', 20],
    ['p99', 60],
  ] as const)
    if (live) found.push(atMost(`one message to ${live.sockets} sockets: ${name}`, live[name], bound, ' ms'));
  if (growth) {
    const over = growth.reads.filter(({ stated, statements }) => statements.some((sent) => sent > stated));
    found.push(atMost('reads with more statements than stated', over.length, 0));
    found.push(atMost('reads that read a big table whole', growth.reads.filter(({ wholeTables }) => wholeTables.length > 0).length, 0));
  }
  if (memory) {
    found.push(atMost('idle memory, new data folder', memory.idleMegabytes.empty, 200, ' MB'));
    found.push(atMost('idle memory, big company', memory.idleMegabytes.full, 200, ' MB'));
    found.push(atMost('warm start, new data folder', memory.startSeconds.warm, 5, ' s'));
    found.push(atMost('warm start, big company', memory.startSeconds.full, 5, ' s'));
  }
  if (web) found.push(atMost('JavaScript of the login page, gzipped', web.kilobytes, 150, ' kB'));
  if (bots) found.push(atLeast('ingestion with bots on: ratio to bots off', bots.ratio, 0.8));
  for (const { name, alone, beside } of noisy?.calls ?? [])
    found.push(atMost(`beside a noisy company, ${name}: p99`, beside.p99, Math.round(alone.p99 * 1.2 + 20), ' ms'));
  for (const { name, before, during } of removal?.calls ?? [])
    found.push(atMost(`while a company is deleted, ${name}: p99`, during.p99, Math.round(before.p99 * 1.2 + 20), ' ms'));
  if (removal) found.push(atMost('rows and files left of a deleted company', removal.left, 0));
  if (webhooks) {
    found.push(atMost('webhooks answered: p99', webhooks.product.p99, 250, ' ms'));
    found.push(atMost('messages of webhooks that were not stored once', webhooks.messages - webhooks.stored, 0));
  }
  return found;
}

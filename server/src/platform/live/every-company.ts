import { type EveryCompanyChannel, liveEventName } from '@prosa/contracts/kit';
import type { z } from 'zod';
import type { Transaction } from '../database/database.ts';
import { acrossCompanies, type Platform } from '../database/scope.ts';
import { outgoing } from '../outgoing.ts';
import { rooms } from './rooms.ts';

/** In place of a company: a hint that there is something for each. */
export const everyCompany = 0;

type Emit = <C extends EveryCompanyChannel>(channel: C, message: z.input<C['message']>) => void;
type Query = Parameters<Parameters<typeof acrossCompanies>[1]>[1];

/**
 * Work of the platform's own that the people of every company are told of. The events are numbered in each company with the change
 * itself, in one transaction, and are delivered and caught up with like any other.
 */
export async function tellEveryCompany<T>(platform: Platform, work: (tx: Transaction, emit: Emit) => Promise<T>): Promise<T> {
  const emitted: Array<{ name: string; data: unknown }> = [];
  const emit: Emit = (channel, message) =>
    void emitted.push({
      name: liveEventName(everyCompany, channel),
      data: outgoing(channel.message, message, `the event ${channel.name}`),
    });
  const result = await acrossCompanies(platform, async (tx, query) => {
    const done = await work(tx, emit);
    if (emitted.length > 0) await storeEverywhere(query, emitted);
    return done;
  });
  if (emitted.length > 0) platform.wake.announce('events', everyCompany);
  return result;
}

/**
 * Last before the commit, as in every transaction that takes a counter: whoever holds one waits for nothing more, so that the counters
 * can be taken in any order. Only two of these at once could wait for each other; they take turns.
 */
async function storeEverywhere(query: Query, emitted: Array<{ name: string; data: unknown }>): Promise<void> {
  await query('select pg_advisory_xact_lock(7767623, 0)');
  await query(
    `
      with heads as (
        update company_counters
        set event_seq = event_seq + $1
        returning company_id, event_seq - $1 as base)
      insert into events (company_id, seq, name, data, rooms)
      select heads.company_id, heads.base + e.ordinality, e.event->>'name', e.event->'data', array[$3::text]
      from heads, jsonb_array_elements($2::jsonb) with ordinality as e(event)`,
    [emitted.length, JSON.stringify(emitted), rooms.company],
  );
}

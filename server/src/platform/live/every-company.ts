import { type EveryCompanyChannel, type LiveChannel, liveEventName } from '@prosa/contracts/kit';
import type { z } from 'zod';
import type { Transaction } from '../database/database.ts';
import { type Audience, acrossCompanies, type Platform } from '../database/scope.ts';
import { outgoing } from '../outgoing.ts';
import { everybody } from './rooms.ts';

/** In place of a company: a hint that there is something for each. */
export const everyCompany = 0;

/** By default everybody hears it. A channel of the companies' own is told in each under the name it has there. */
export type EmitEverywhere = <C extends EveryCompanyChannel | LiveChannel>(
  channel: C,
  message: z.input<C['message']>,
  audience?: Audience,
) => void;
export type Query = Parameters<Parameters<typeof acrossCompanies>[1]>[1];
type Emitted = { name: string; data: unknown; rooms: string[]; except: string[] };

/** Where the company stands in a name that each company has for itself. */
const companyPlace = '{company}';
const nameOf = (channel: EveryCompanyChannel | LiveChannel) =>
  channel.everyCompany ? liveEventName(everyCompany, channel) : `company-${companyPlace}-${channel.name}`;

/**
 * Work of the platform's own that the people of every company are told of. The events are numbered in each company with the change
 * itself, in one transaction, and are delivered and caught up with like any other.
 */
export async function tellEveryCompany<T>(
  platform: Platform,
  work: (tx: Transaction, emit: EmitEverywhere, query: Query) => Promise<T>,
): Promise<T> {
  const emitted: Emitted[] = [];
  const emit: EmitEverywhere = (channel, message, { rooms, except = [] } = everybody) =>
    void emitted.push({
      name: nameOf(channel),
      data: outgoing(channel.message, message, `the event ${channel.name}`),
      rooms,
      except,
    });
  const result = await acrossCompanies(platform, async (tx, query) => {
    const done = await work(tx, emit, query);
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
async function storeEverywhere(query: Query, emitted: Emitted[]): Promise<void> {
  await query('select pg_advisory_xact_lock(7767623, 0)');
  await query(
    `
      with heads as (
        update company_counters
        set event_seq = event_seq + $1
        returning company_id, event_seq - $1 as base)
      insert into events (company_id, seq, name, data, rooms, except_rooms)
      select heads.company_id, heads.base + e.ordinality, replace(e.event->>'name', $3, heads.company_id::text), e.event->'data',
        array(select jsonb_array_elements_text(e.event->'rooms')),
        array(select jsonb_array_elements_text(e.event->'except'))
      from heads, jsonb_array_elements($2::jsonb) with ordinality as e(event)`,
    [emitted.length, JSON.stringify(emitted), companyPlace],
  );
}

import type pg from 'pg';
import { fly } from './flight.ts';

/** An event of a scope, until it is stored with the change it tells of. */
export type Emitted = { name: string; data: Record<string, unknown>; rooms: string[]; except: string[] };

/**
 * Last before the commit, and in one message with it: the counter's row lock makes the order of numbers the order of commits, and is
 * held no longer than it takes. Where not all could be stored the statement fails, and the commit behind it is passed over. Answers the
 * number that theirs follow.
 */
export async function commitWithEvents(client: pg.PoolClient, emitted: Emitted[]): Promise<number> {
  const [stored] = await fly(client, [{ ...storeEvents, values: [emitted.length, JSON.stringify(emitted)] }, commit]);
  return Number(stored?.[0]?.[1]);
}

const commit = { name: 'commit', text: 'commit', values: [] };
const storeEvents = {
  name: 'store-events',
  text: `
    with head as (
      update company_counters
      set event_seq = event_seq + $1
      where company_id = current_company()
      returning event_seq - $1 as base),
    stored as (
      insert into events (seq, name, data, rooms, except_rooms)
      select head.base + e.ordinality, e.event->>'name', e.event->'data',
        array(select jsonb_array_elements_text(e.event->'rooms')),
        array(select jsonb_array_elements_text(e.event->'except'))
      from head, jsonb_array_elements($2::jsonb) with ordinality as e(event)
      returning seq)
    select 1 / (count(*) = $1)::int as all_stored, min(seq) - 1 as base from stored`,
};

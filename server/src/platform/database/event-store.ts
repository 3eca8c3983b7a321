import { type LiveChannel, liveEventName } from '@prosa/contracts/kit';
import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { fly } from './flight.ts';
import type { Platform } from './scope.ts';

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

/** An event as a statement has made it out. */
export const ToldEvent = z.object({ data: z.record(z.string(), z.unknown()), rooms: z.array(z.string()) });
type ToldEvent = z.output<typeof ToldEvent>;

/**
 * The same as part of a statement that makes events out by itself, before which stands `told`: their place, data and rooms. The statement
 * ends by `from all_told`, and fails where not all could be stored.
 */
export const tellingEvents = (companyId: number, channel: LiveChannel): SQL => sql`
  numbered as (
    update company_counters c
    set event_seq = c.event_seq + n.events
    from (select count(*) as events from told) n
    where c.company_id = current_company() and n.events > 0
    returning c.event_seq - n.events as after),
  stored as (
    insert into events (seq, name, data, rooms)
    select n.after + t.place, ${liveEventName(companyId, channel)}, t.data::jsonb, t.rooms
    from numbered n, told t
    returning seq),
  all_told as (select 1 / ((select count(*) from stored) = (select count(*) from told))::int as are_told)`;

/** Tells whoever waits for events of these, which were stored with the numbers that follow this one. */
export function announceTold(
  { databases, wake }: Platform,
  companyId: number,
  channel: LiveChannel,
  after: number,
  told: ToldEvent[],
): void {
  const name = liveEventName(companyId, channel);
  databases.freshEvents.note(
    companyId,
    after,
    told.map(({ data, rooms }) => ({ name, data, rooms, except: [] })),
  );
  wake.announce('events', companyId);
}

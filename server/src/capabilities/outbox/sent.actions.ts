import { messageLive } from '@prosa/contracts/messages';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { announceTold, ToldEvent, tellingEvents } from '../../platform/database/event-store.ts';
import { keptStatement } from '../../platform/database/kept-statements.ts';
import { runAsServer } from '../../platform/database/reads.ts';
import { rowsAmong } from '../../platform/database/rows.ts';
import type { Platform } from '../../platform/database/scope.ts';
import { type HeldLease, isHeld } from '../connections/leases.ts';
import { wordsDelivered } from '../messages/delivery.ts';

const SentRow = z.object({ recorded: z.array(z.int()), after: z.int().nullable(), told: z.array(ToldEvent).nullable() });

/**
 * Texts that have left: recorded and told in one round trip. Answers the rows of the outbox that this was all there was to; those of
 * messages with more to them, a file or a preview, of no ticket, or that were taken back meanwhile, stay as they were. Rows are locked
 * as everywhere: the lease, messages, then the outbox.
 */
export async function recordSent(platform: Platform, held: HeldLease, outboxIds: number[]): Promise<Set<number>> {
  const { companyId } = held;
  const isWatched = platform.databases.freshEvents.isWatched(companyId);
  const [rows = []] = await runAsServer(platform, companyId, [keptStatement(recordingSent(held, outboxIds, isWatched))], 'work');
  const given = rows.map(([row]): unknown => JSON.parse(row ?? ''));
  const [sent] = rowsAmong(given, SentRow, 'what has left the outbox');
  if (sent?.after != null) announceTold(platform, companyId, messageLive, sent.after, sent.told ?? []);
  return new Set(sent?.recorded);
}

export const recordingSent = (held: HeldLease, outboxIds: number[], isWatched: boolean) => sql`
    with given as (
      select o.id, o.message_id
      from json_array_elements_text(${JSON.stringify(outboxIds)}::json) as g(id)
      cross join lateral (
        select *
        from outbox o
        where o.company_id = current_company() and o.id = g.id::bigint
        order by o.id
        limit 1) o
      where o.deed = 'send' and ${isHeld(held)}),
    held as materialized (
      select m.id, m.media_id is not null or m.quoted_id is not null or m.data is not null
          or m.is_deleted or m.ticket_id is null or m.participant <> '' as "hasMore"
      from messages m
      where m.company_id = current_company() and m.id = any(array(select message_id from given))
      order by m.id
      for no key update),
    over as (
      delete from outbox o
      using given g, held h
      where o.company_id = current_company() and o.id = g.id and h.id = g.message_id and not h."hasMore"
      returning o.id, o.message_id),
    ${wordsDelivered},
    ${tellingEvents(held.companyId, messageLive)}
    select json_build_object(
      'recorded', array(select id from over),
      'after', (select after from numbered),
      'told', case
        when ${isWatched} then (select json_agg(json_build_object('data', data, 'rooms', rooms) order by place) from told)
      end)::text
    from all_told`;

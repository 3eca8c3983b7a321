import { sql } from '../database/database.ts';
import { type ErasureStep, scanningStep } from '../database/erasure.ts';

/** Replaces an event that told of an erased contact. Nobody hears it, and a browser that missed it reloads. */
export const erasedEvent = 'erased';

/** Events up to the deletion are found by any of the contact's texts, later ones by ids only. Deletions carry ids alone and stay. */
export const eraseEvents: ErasureStep = scanningStep(
  'events',
  ({ contactIds, names, ticketIds, numbers, addresses, email, uuids, lastSeq }, cursor, limit) => {
    const texts = [...new Set([...numbers, ...addresses, email, ...uuids])].filter((text) => text !== '');
    const contacts = contactIds.map(String);
    const tickets = ticketIds.map(String);
    return sql`
      with page as materialized (
        select seq, data
        from events
        where company_id = current_company() and seq > ${cursor}
        order by seq
        limit ${limit}),
      found as (
        select seq
        from page
        where coalesce(data->>'action', '') <> 'delete'
          and (
            data->'contact'->>'id' = any(${sql.param(contacts)}::text[])
            or data->'ticket'->>'id' = any(${sql.param(tickets)}::text[])
            or exists (
              select from unnest(array[data, data->'ticket', data->'message', data->'note', data->'schedule']) as part
              where part->>'contactId' = any(${sql.param(contacts)}::text[]) or part->>'ticketId' = any(${sql.param(tickets)}::text[]))
            -- Of a group, the last line tells who wrote it by name only.
            or data->'ticket'->'last'->>'name' = any(${sql.param(names)}::text[])
            or (
              seq <= ${lastSeq}
              and exists (
                select from unnest(${sql.param(texts)}::text[]) as text
                where strpos(data::text, text) > 0)))),
      erased as (
        update events e
        set name = ${erasedEvent}, data = '{}', rooms = '{}', except_rooms = '{}'
        from found f
        where e.company_id = current_company() and e.seq = f.seq
        returning 1)
      select (select count(*)::int from erased) as count, (select max(seq) from page) as last`;
  },
);

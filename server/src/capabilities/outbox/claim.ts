import { editMinutes } from '@prosa/contracts/messages';
import { sql } from '../../platform/database/database.ts';
import type { Bound } from '../../platform/database/flight.ts';
import { keptStatement } from '../../platform/database/kept-statements.ts';
import { type HeldLease, isHeld } from '../connections/leases.ts';

/** Messages claimed per conversation at a time: a slow one only delays those claimed with it. */
export const maxPerConversation = 8;

export type SendingCapacity = {
  /** Conversations with messages being sent: their next messages wait. */
  busy: string[];
  /** Recently served conversations: others go first. */
  recent: string[];
  conversations: number;
};

/** Phones take an edit for some minutes longer than people may begin one; one that had to wait beyond that would be shown here alone. */
const maxEditMinutes = editMinutes + 5;

/**
 * What the provider is handed of each one `claimed`. A message leaves as it was said, and what was edited meanwhile follows it: should that
 * be refused, what the customer has and what is shown here are the same again.
 */
const claimedMessages = (now: Date) => sql`
  messages_claimed as (
    select o.id as "outboxId", o.attempts, o.deed, m.channel_id as id, o.chat, m.from_me as "fromMe", m.participant,
      case
        when o.deed = 'edit' then o.content->>'body'
        else coalesce(
          (
            select e.before
            from outbox w
            join message_edits e on e.company_id = w.company_id and e.id = (w.content->>'editId')::bigint
            where w.company_id = current_company() and w.message_id = o.message_id and w.deed = 'edit'
            order by w.id
            limit 1),
          m.body)
      end as body,
      o.content->>'emoji' as emoji,
      o.deed = 'edit' and m.created_at < ${now.toISOString()}::timestamptz - make_interval(mins => ${maxEditMinutes}) as "isTooLate",
      m.media_type as "mediaType",
      q.channel_id as "quotedId",
      coalesce((m.data->>'voice')::boolean, false) as voice,
      m.data, m.data->'template' as template,
      case
        when md.id is not null then json_build_object('id', md.id, 'key', md.key, 'mimetype', md.mimetype,
          'kind', md.kind, 'fileName', md.file_name)
      end as media
    from claimed o
    join messages m on m.company_id = current_company() and m.id = o.message_id
    left join media md on md.company_id = m.company_id and md.id = m.media_id
    left join messages q on q.company_id = m.company_id and q.id = m.quoted_id)
  select row_to_json(c)::text from messages_claimed c order by c."outboxId"`;

/** Planning it takes longer than doing it; a kept statement takes texts, so the lists of conversations travel as one each. */
export function claiming(held: HeldLease, { busy, recent, conversations }: SendingCapacity, now: Date): Bound {
  const here = sql`company_id = current_company() and connection_id = ${held.connectionId}`;
  return keptStatement(sql`
    with recursive heads as (
      (select chat, id, next_at from outbox where ${here} order by chat, id limit 1)
      union all
      select n.*
      from heads h
      cross join lateral (
        select chat, id, next_at
        from outbox
        where ${here} and chat > h.chat
        order by chat, id
        limit 1) n),
    due as (
      select chat
      from heads
      where next_at <= clock_timestamp() and chat <> all(${listed(busy)})
      order by chat = any(${listed(recent)}), id
      limit ${conversations}),
    picked as (
      select n.id
      from due d
      cross join lateral (
        select o.id, bool_and(o.next_at <= clock_timestamp()) over (order by o.id) as is_due
        from outbox o
        where o.${here} and o.chat = d.chat
        order by o.id
        limit ${maxPerConversation}) n
      where n.is_due),
    locked as materialized (
      select id
      from outbox
      where ${isHeld(held)} and company_id = current_company() and id = any(array(select id from picked))
      order by id
      for update),
    claimed as (
      -- One that was on its way already, when a node died, may have left.
      update outbox o
      set unsure = o.unsure or o.state = 'sending', state = 'sending', epoch = ${held.epoch},
        attempts = o.attempts + 1
      from locked l
      where o.company_id = current_company() and o.id = l.id
      returning o.id, o.message_id, o.chat, o.deed, o.attempts, o.content),
    ${claimedMessages(now)}`);
}

const listed = (texts: string[]) => sql`array(select json_array_elements_text(${JSON.stringify(texts)}::json))`;

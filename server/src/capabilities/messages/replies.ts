import type { Origin } from '@prosa/contracts/messages';
import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/database/database.ts';
import type { HeldLease } from '../connections/leases.ts';

/** What a rule answers at once, to the address that was written from, or to the contact's latest. */
export type Answer = {
  ticketId: number;
  contactId: number;
  connectionId: number;
  chat: string | null;
  channelId: string;
  body: string;
  origin: Origin;
  why: string;
  mediaId: number | null;
};
/** Answers that are stored as claimed by whoever holds these leases, unless something waits in their conversations or a lease was lost. */
export type Direct = { leases: HeldLease[]; channelIds: string[] };
const nothingDirect: Direct = { leases: [], channelIds: [] };
/** What a rule makes of what has come: what it says, where it puts tickets, when, and what else it writes, as parts of a statement. */
export type Reply = {
  at: string;
  answers: Answer[];
  moves: Array<{ ticketId: number; queueId: number | null; chatbot: boolean }>;
  beside: SQL[];
  direct?: Direct | undefined;
};

/** What is said waits to be sent, or is claimed for the sender beside us. A lease that is just being taken away is not waited for. */
export const queuedAnswers = (direct = nothingDirect): SQL => sql`
  leases as materialized (
    select l.connection_id, l.epoch
    from json_to_recordset(${JSON.stringify(direct.leases)}) as g("connectionId" int, owner text, epoch bigint)
    join connection_leases l on l.connection_id = g."connectionId" and l.owner = g.owner and l.epoch = g.epoch
    for key share of l skip locked),
  queued as (
    insert into outbox (connection_id, message_id, chat, epoch, state, attempts)
    select k.connection_id, k.id, k.chat, l.epoch,
      case when l.epoch is null then 'queued' else 'sending' end,
      (l.epoch is not null)::int
    from kept k
    -- The head of its conversation, asked for so that only the index of heads gives it: however much has piled up, one row is read.
    left join lateral (
      select o.id
      from outbox o
      where o.company_id = current_company() and o.connection_id = k.connection_id and o.chat between k.chat and k.chat
      order by o.chat, o.id
      limit 1) head on true
    left join leases l on l.connection_id = k.connection_id
      and k.channel_id = any(array(select json_array_elements_text(${JSON.stringify(direct.channelIds)}::json)))
      and head.id is null
    where k.origin not in ('customer', 'phone')
    order by k.id
    returning id, message_id, state)`;

/** Of a message `m`: its row in the outbox, if it was claimed. */
export const claimedAnswer = sql`(select q.id::float8 from queued q where q.message_id = m.id and q.state = 'sending')`;

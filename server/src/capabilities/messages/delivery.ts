import { sql } from '../../platform/database/database.ts';
import { fixedSql } from '../../platform/database/kept-statements.ts';
import { audienceRooms } from '../tickets/tickets.queries.ts';
import { messageWithTicketJoins, messageWithTicketJson, wordsJson } from './messages.queries.ts';

/**
 * The end of a statement that takes rows from the outbox: what their messages come to, each as the text of a `MessageWithTicket`. Before it
 * stands `over`, with the message's id, the deed, the ack (1 or -1) and the reason of each row that has left the outbox.
 */
export const deliveryOutcome = fixedSql(sql`
  -- A statement changes a row once: what becomes of a message that was sent and taken back together is one change.
  outcomes as (
    select message_id, max(ack) filter (where deed = 'send') as sent, max(reason) filter (where deed = 'send') as reason,
      coalesce(bool_or(ack = -1) filter (where deed = 'retract'), false) as stands
    from over
    group by message_id),
  changed as (
    update messages m
    set ack = case when m.ack = 0 and n.sent is not null then n.sent else m.ack end,
      is_deleted = m.is_deleted and not n.stands,
      failure = case when n.stands then 'ERR_DELETE_WAPP_MSG' else n.reason end
    from outcomes n
    where m.company_id = current_company()
      and m.id = any(array(select message_id from over))
      -- Each looked up once: offered as a second condition of the index, it goes through the list above for every outcome.
      and m.id + 0 = n.message_id
      -- What was heard of it meanwhile, that it arrived or could not be delivered, is newer than that it has left. The customer still
      -- sees what could not be taken back, so the agent does too.
      and (n.stands or (n.sent is not null and m.ack = 0))
    returning m.*)
  select (${messageWithTicketJson})::text as told from changed m ${messageWithTicketJoins} order by m.id`);

/**
 * The same of words that were sent, in tickets: what they come to, `told` as events. Before it stands `over`, with the messages' ids. What
 * was heard of one meanwhile is newer than that it has left.
 */
export const wordsDelivered = fixedSql(sql`
  changed as (
    update messages m
    set ack = 1, failure = null
    where m.company_id = current_company() and m.id = any(array(select message_id from over)) and m.ack = 0
    returning m.*),
  told as (
    select row_number() over (order by m.id) as place,
      json_build_object('action', 'update', 'message', ${wordsJson}) as data,
      ${audienceRooms} as rooms
    from changed m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    left join users mu on mu.company_id = m.company_id and mu.id = m.user_id)`);

import { sql } from '../../platform/database/database.ts';
import { fixedSql } from '../../platform/database/kept-statements.ts';
import { messageWithTicketJoins, messageWithTicketJson } from './messages.queries.ts';

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

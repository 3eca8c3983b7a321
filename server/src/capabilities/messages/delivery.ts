import { sql } from '../../platform/database/database.ts';
import { fixedSql } from '../../platform/database/kept-statements.ts';
import { messageWithTicketJoins, messageWithTicketJson } from './messages.queries.ts';

/**
 * The end of a statement that takes rows from the outbox: what their messages come to, each as the text of a `MessageWithTicket`. Before it
 * stands `over`, with the message's id, the deed, the ack (1 or -1) and the reason of each row that has left the outbox.
 */
export const deliveryOutcome = fixedSql(sql`
  -- What was heard of it meanwhile, that it arrived or could not be delivered, is newer than that it has left.
  sent as (
    update messages m set ack = case when over.ack = 1 then greatest(m.ack, 1) else -1 end, failure = over.reason
    from over where over.deed = 'send' and m.company_id = current_company() and m.id = over.message_id and m.ack = 0 returning m.*),
  -- The customer still sees what could not be taken back, so the agent does too.
  standing as (
    update messages m set is_deleted = false, failure = 'ERR_DELETE_WAPP_MSG'
    from over where over.deed = 'retract' and over.ack = -1 and m.company_id = current_company() and m.id = over.message_id returning m.*),
  changed as (select * from sent union all select * from standing)
  select (${messageWithTicketJson})::text as told from changed m ${messageWithTicketJoins} order by m.id`);

import { errorOfFailure } from '../../channels/failures.ts';
import type { FailureFrame } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { announceUpdates, lockOwnMessages, ownMessages } from './message-arrival.actions.ts';
import { MessageWithTicket, messageWithTicketColumns, messageWithTicketJoins } from './messages.queries.ts';

/**
 * Messages that the channel had taken and could not deliver. One that is known to have arrived stays as it is, and so does one that
 * still waits to be sent: its own sending says what becomes of it.
 */
export async function storeFailures(scope: Scope, failures: Array<{ connectionId: number; failure: FailureFrame }>): Promise<void> {
  const given = failures.map(({ connectionId, failure: { id, reason } }) => ({
    connectionId,
    channelId: id,
    code: errorOfFailure[reason],
  }));
  const rows = await rowsOf(
    scope.tx,
    MessageWithTicket,
    sql`
    with given as (
      select distinct on ("connectionId", "channelId") *
      from json_to_recordset(${JSON.stringify(given)}) as g("connectionId" int, "channelId" text, code text)),
    known as materialized (select g.*, m.id from given g ${ownMessages}),
    ${lockOwnMessages},
    failed as (
      update messages m
      set ack = -1, failure = k.code
      from known k
      where (select count(*) from held) >= 0
        and m.company_id = current_company()
        and m.id = any(array(select id from known))
        and m.id = k.id
        and m.ack between 0 and 1
        and not exists (
          select from outbox o
          where o.company_id = current_company() and o.message_id = m.id and o.deed in ('send', 'retract') and o.state = 'queued')
      returning m.*)
    select ${messageWithTicketColumns} from failed m ${messageWithTicketJoins} order by m.id`,
  );
  announceUpdates(scope, rows);
}

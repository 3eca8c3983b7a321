import { type Ticket, type TicketInput, ticketLive } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql, violatedConstraint } from '../../platform/database/database.ts';
import { withErrorCode } from '../../platform/database/error-codes.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import { attempt, type Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { assertQueuesExist } from '../queues/queues.queries.ts';
import { findUser } from '../users/users.queries.ts';
import { notedName } from './history.queries.ts';
import { actorName, describeNames, describeState } from './history.rules.ts';
import { refuseOtherOpenTicket } from './tickets.actions.ts';
import { findTicket } from './tickets.queries.ts';
import { assignedBy, audienceOf, decideCreation } from './tickets.rules.ts';

const WayRow = z.object({ is_group: z.boolean(), asked: z.int().nullable(), chosen: z.int().nullable(), day: z.string() });

/** Creates a ticket for an agent. Of two concurrent creations for one contact one wins; the other is refused with the existing ticket. */
export const createTicket = (scope: Scope, input: TicketInput): Promise<Ticket> =>
  withErrorCode(scope, 'ERR_CREATING_TICKET', () => beginTicket(scope, input));

async function beginTicket(scope: Scope, input: TicketInput): Promise<Ticket> {
  const context = await loadCreationContext(scope, input);
  if (!context) refuse('ERR_NO_CONTACT_FOUND');
  await assertQueuesExist(scope, input.queueId ? [input.queueId] : []);
  if (input.userId && !(await findUser(scope, input.userId))) refuse('ERR_NO_USER_FOUND');
  if (input.whatsappId && context.asked === null) refuse('ERR_NO_WAPP_FOUND');
  const verdict = decideCreation(scope.actor, input);
  if ('refused' in verdict) refuse(verdict.refused, verdict.details && { details: verdict.details });
  const connectionId = context.chosen ?? refuse('ERR_NO_DEF_WAPP_FOUND');
  const { status, userId, queueId } = verdict.state;
  const now = scope.now.toISOString();
  const made = await attempt(scope, () =>
    rowsOf(
      scope.tx,
      IdRow,
      sql`
      with day as (
        insert into ticket_days (day, last_number)
        values (to_date(${context.day}, 'YYYYMMDD'), 1)
        on conflict (company_id, day) do update set last_number = ticket_days.last_number + 1
        returning last_number as number),
      made as (
        insert into tickets (code, status, user_id, queue_id, contact_id, connection_id, is_group, created_at,
          updated_at)
        select ${context.day} || lpad(number::text, greatest(4, length(number::text)), '0'),
          ${status}, ${userId}, ${queueId}, ${input.contactId}, ${connectionId}, ${context.is_group}, ${now}, ${now}
        from day
        returning id),
      noted as (
        insert into ticket_history (ticket_id, at, user_id, what, to_value)
        select m.id, ${now}, ${scope.actor.userId ?? null}, 'create',
          ${describeState(verdict.state)} || ${notedName('user', sql`u.name`)} || ${notedName('queue', sql`q.name`)}
          || ${describeNames({ by: actorName(scope) })}
        from made m
        left join users u on u.company_id = current_company() and u.id = ${userId}
        left join queues q on q.company_id = current_company() and q.id = ${queueId})
      select id from made`,
    ),
  ).catch(async (error: unknown) => {
    if (violatedConstraint(error) === 'tickets_one_live')
      return refuseOtherOpenTicket(scope, { contactId: input.contactId, whatsappId: connectionId });
    throw error;
  });
  const ticket = (made[0] && (await findTicket(scope, made[0].id))) ?? refuse('ERR_CREATING_TICKET');
  scope.emit(
    ticketLive,
    { action: 'update', ticket, ticketId: ticket.id, ...assignedBy(scope.actor, ticket) },
    { rooms: audienceOf(ticket) },
  );
  return ticket;
}

/** The contact, the connection asked for or the default one, and which day it is for the company. */
async function loadCreationContext(scope: Scope, { contactId, whatsappId }: TicketInput): Promise<z.output<typeof WayRow> | undefined> {
  const rows = await rowsOf(
    scope.tx,
    WayRow,
    sql`
    select c.is_group, asked.id as asked,
      coalesce(
        asked.id,
        (select w.id from connections w where w.company_id = current_company() and w.is_default)) as chosen,
      to_char(${scope.now.toISOString()}::timestamptz at time zone company_zone(), 'YYYYMMDD') as day
    from contacts c
    left join connections asked on asked.company_id = c.company_id
      and asked.id = ${whatsappId ?? null}
      and asked.removed_at is null
    where c.company_id = current_company() and c.id = ${contactId}`,
  );
  return rows[0];
}

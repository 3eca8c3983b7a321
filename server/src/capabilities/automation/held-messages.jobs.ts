import { reasonText } from '@prosa/contracts/reasons';
import type { Ticket } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { AnyRow, rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { queueMessage } from '../messages/messages.actions.ts';
import { awaitRating } from '../tickets/rating-window.actions.ts';
import { findTicket } from '../tickets/tickets.queries.ts';
import { ratingMinutes } from './ratings.rules.ts';

const PartingRow = z.object({ ticketId: z.int(), body: z.string(), asksForRating: z.boolean() });

/** The text sent after a ticket was resolved. */
export type ClosingText = Omit<z.output<typeof PartingRow>, 'ticketId'>;

/** Schedules the text for when the undo period is over. Its row and job are committed together with the resolve. */
export async function scheduleClosingText(
  scope: Scope,
  ticketId: number,
  { body, asksForRating }: ClosingText,
  undoSeconds: number,
): Promise<void> {
  await scope.tx.execute(sql`
    with outdated as (delete from held_messages where company_id = current_company() and ticket_id = ${ticketId}),
    held as (
      insert into held_messages (ticket_id, body, asks_for_rating, release_at)
      values (${ticketId}, ${body}, ${asksForRating}, clock_timestamp() + make_interval(secs => ${undoSeconds}))
      returning id, release_at)
    select enqueue_job(
      ${closingTextJob.name},
      json_build_object('holdId', id),
      release_at,
      concat_ws(':', current_company(), ${closingTextJob.name}::text, id))
    from held`);
}

/** Cancels the closing texts of reopened tickets. The caller has locked them. */
export async function cancelClosingTexts({ tx }: Scope, ticketIds: number[]): Promise<void> {
  await tx.execute(sql`
    delete from held_messages
    where company_id = current_company() and ticket_id = any(${sql.param(ticketIds)}::int[])`);
}

export const closingTextJob = defineJob('tickets.release-held', z.object({ holdId: z.int() }), (platform, companyId, { holdId }) =>
  sendDueClosingText(platform, companyId, holdId),
);

/** Locks the ticket first, like an undo: only one of the two finds the row. Safe to run twice. */
export async function sendDueClosingText(platform: Platform, companyId: number, holdId: number): Promise<void> {
  await inScope(platform, { companyId }, async (scope) => {
    await scope.tx.execute(sql`
      select from tickets
      where company_id = current_company()
        and id = (select ticket_id from held_messages where company_id = current_company() and id = ${holdId})
      for update`);
    const rows = await rowsOf(
      scope.tx,
      PartingRow,
      sql`
      delete from held_messages where company_id = current_company() and id = ${holdId}
      returning ticket_id as "ticketId", body, asks_for_rating as "asksForRating"`,
    );
    const ticket = rows[0] && (await findTicket(scope, rows[0].ticketId));
    // A reopening that did not see the row leaves it outdated; it is then not sent.
    if (!rows[0] || ticket?.status !== 'closed' || !(await canSend(scope, ticket.whatsappId))) return;
    await sendClosingText(scope, ticket, rows[0]);
  });
}

/** The time to answer starts when the question is sent. */
export async function sendClosingText(scope: Scope, ticket: Ticket, { body, asksForRating }: ClosingText): Promise<void> {
  if (asksForRating) await awaitRating(scope, ticket.id, new Date(scope.now.getTime() + ratingMinutes * 60_000));
  const origin = asksForRating ? 'rating' : 'completion';
  await queueMessage(scope, ticket, { body, userId: null, origin, why: reasonText('resolved') });
}

async function canSend({ tx }: Scope, connectionId: number): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    AnyRow,
    sql`
      select from connections
      where company_id = current_company() and id = ${connectionId} and removed_at is null
      for key share`,
  );
  return rows.length > 0;
}

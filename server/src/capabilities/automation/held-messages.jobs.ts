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

/** What a customer is told because a ticket was resolved. */
export type Parting = Omit<z.output<typeof PartingRow>, 'ticketId'>;

/** Say it when the time to undo the resolve is over. The row and the job for it commit with the resolve: neither is there without it. */
export async function holdParting(scope: Scope, ticketId: number, { body, asksForRating }: Parting, undoSeconds: number): Promise<void> {
  await scope.tx.execute(sql`
    with outdated as (delete from held_messages where company_id = current_company() and ticket_id = ${ticketId}),
    held as (
      insert into held_messages (ticket_id, body, asks_for_rating, release_at)
      values (${ticketId}, ${body}, ${asksForRating}, clock_timestamp() + make_interval(secs => ${undoSeconds}))
      returning id, release_at)
    select enqueue_job(${releaseHeld.name}, json_build_object('holdId', id), release_at, concat_ws(':', current_company(), ${releaseHeld.name}::text, id)) from held`);
}

/** These tickets go on, whoever opened them again: what was to be said at their end is not said. They are locked by the caller. */
export async function withdrawPartings({ tx }: Scope, ticketIds: number[]): Promise<void> {
  await tx.execute(sql`delete from held_messages where company_id = current_company() and ticket_id = any(${sql.param(ticketIds)}::int[])`);
}

export const releaseHeld = defineJob('tickets.release-held', z.object({ holdId: z.int() }), (platform, companyId, { holdId }) =>
  releaseParting(platform, companyId, holdId),
);

/** The ticket is locked first, as whoever undoes does: one of the two finds the row, the other finds nothing. Twice is once. */
export async function releaseParting(platform: Platform, companyId: number, holdId: number): Promise<void> {
  await inScope(platform, { companyId }, async (scope) => {
    await scope.tx.execute(sql`
      select from tickets where company_id = current_company() and id = (
        select ticket_id from held_messages where company_id = current_company() and id = ${holdId}) for update`);
    const rows = await rowsOf(
      scope.tx,
      PartingRow,
      sql`
      delete from held_messages where company_id = current_company() and id = ${holdId}
      returning ticket_id as "ticketId", body, asks_for_rating as "asksForRating"`,
    );
    const ticket = rows[0] && (await findTicket(scope, rows[0].ticketId));
    // Who opened it again before the resolve could be seen did not find the row: then it is outdated, and said by nobody.
    if (!rows[0] || ticket?.status !== 'closed' || !(await canLeave(scope, ticket.whatsappId))) return;
    await sayParting(scope, ticket, rows[0]);
  });
}

/** From when it is asked, the customer has time to answer. */
export async function sayParting(scope: Scope, ticket: Ticket, { body, asksForRating }: Parting): Promise<void> {
  if (asksForRating) await awaitRating(scope, ticket.id, new Date(scope.now.getTime() + ratingMinutes * 60_000));
  const origin = asksForRating ? 'rating' : 'completion';
  await queueMessage(scope, ticket, { body, userId: null, origin, why: 'the ticket was resolved' });
}

async function canLeave({ tx }: Scope, connectionId: number): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    AnyRow,
    sql`select from connections where company_id = current_company() and id = ${connectionId} and removed_at is null`,
  );
  return rows.length > 0;
}

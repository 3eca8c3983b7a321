import { reasonText } from '@prosa/contracts/reasons';
import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';

/** Until then the customer's next word may be a rating of this ticket. */
export async function awaitRating({ tx }: Scope, ticketId: number, until: Date): Promise<void> {
  await tx.execute(sql`
    update tickets set rating_until = ${until.toISOString()} where company_id = current_company() and id = ${ticketId}`);
}

/** The rating has come, as a message of its own: it is awaited no more, and nothing that is left to read. */
export async function endRatings({ tx, now }: Scope, ratings: Array<{ ticketId: number; rating: number }>): Promise<void> {
  const notes = ratings.map(({ ticketId, rating }) => ({ ticketId, why: reasonText('gaveRating', { rating }) }));
  await tx.execute(sql`
    insert into ticket_history (ticket_id, at, what, why)
    select g."ticketId", ${now.toISOString()}, 'rating', g.why
    from json_to_recordset(${JSON.stringify(notes)}) as g("ticketId" int, why text)`);
  await tx.execute(sql`
    update tickets set rating_until = null, unread_messages = greatest(unread_messages - 1, 0)
    where company_id = current_company() and id = any(${sql.param(ratings.map(({ ticketId }) => ticketId))}::int[])`);
}

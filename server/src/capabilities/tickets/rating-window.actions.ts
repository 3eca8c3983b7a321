import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';

/** Until then the customer's next word may be a rating of this ticket. */
export async function awaitRating({ tx }: Scope, ticketId: number, until: Date): Promise<void> {
  await tx.execute(sql`
    update tickets set rating_until = ${until.toISOString()} where company_id = current_company() and id = ${ticketId}`);
}

/** The rating has come, as a message of its own: it is awaited no more, and nothing that is left to read. */
export async function endRatings({ tx }: Scope, ticketIds: number[]): Promise<void> {
  await tx.execute(sql`
    update tickets set rating_until = null, unread_messages = greatest(unread_messages - 1, 0)
    where company_id = current_company() and id = any(${sql.param(ticketIds)}::int[])`);
}

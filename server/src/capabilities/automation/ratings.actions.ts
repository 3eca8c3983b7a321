import { sql } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { endRatings } from '../tickets/rating-window.actions.ts';
import type { Answers, RatingMessage } from '../tickets/ticket-arrival.actions.ts';
import { cancelClosingTexts } from './held-messages.jobs.ts';
import { findRating } from './ratings.rules.ts';

/** What customers who go on writing answer to what they were told at the end of a ticket. */
export const answersToPartings: Answers = { ratingAmong: findRating, withdrawPartings: cancelClosingTexts };

/** Stores ratings. The rating message does not count as unread. */
export async function storeRatings(scope: Scope, ratings: RatingMessage[]): Promise<void> {
  await endRatings(scope, ratings);
  await scope.tx.execute(sql`
    insert into ticket_ratings (ticket_id, user_id, rating, created_at)
    select "ticketId", "userId", rating, ${scope.now.toISOString()}
    from json_to_recordset(${JSON.stringify(ratings)}) as g("ticketId" int, rating int, "userId" int)
    on conflict (company_id, ticket_id)
      do update set user_id = excluded.user_id, rating = excluded.rating, created_at = excluded.created_at`);
}

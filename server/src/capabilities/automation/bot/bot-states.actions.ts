import { sql } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/database/scope.ts';

/**
 * Two contacts turn out to be one person: where the bot stands with them goes to the one that stays. Of two conversations on a connection
 * that of the ticket under way counts. Their tickets have been given over before.
 */
export async function giveBotStates({ tx }: Scope, from: number, into: number): Promise<void> {
  await tx.execute(sql`
    with given as (
      delete from bot_states
      where company_id = current_company() and contact_id = ${from}
      returning connection_id, state, updated_at)
    insert into bot_states as b (connection_id, contact_id, state, updated_at)
    select g.connection_id, ${into}, g.state, g.updated_at
    from given g
    on conflict (company_id, connection_id, contact_id)
      do update set updated_at = greatest(b.updated_at, excluded.updated_at),
        state = case
          when exists (
            select from tickets t
            where t.company_id = current_company()
              and t.id = (excluded.state->>'ticketId')::int
              and t.status <> 'closed') then excluded.state
          else b.state
        end || jsonb_build_object(
          'closedSaidAt', greatest(b.state->>'closedSaidAt', excluded.state->>'closedSaidAt'))`);
}

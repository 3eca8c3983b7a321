import type { ServiceWindow } from '@prosa/contracts/messages';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';

const HeardRow = z.object({ at: z.string().nullable() });
type Contact = { contactId: number; whatsappId: number };

/** When a customer wrote last, if it was after that: each of the few conversations that moved since is looked at from its end. */
export const lastHeardStatement = ({ contactId, whatsappId }: Contact, since: Date) => sql`
  select iso(max(heard.created_at)) as at
  from tickets t
  cross join lateral (
    select m.created_at
    from messages m
    where m.company_id = current_company()
      and m.ticket_id = t.id
      and m.created_at > ${since.toISOString()}::timestamptz
      and not m.from_me
    order by m.created_at desc
    limit 1) heard
  where t.company_id = current_company()
    and t.contact_id = ${contactId}
    and t.connection_id = ${whatsappId}
    and t.updated_at > ${since.toISOString()}::timestamptz`;

/** Until when anything may be sent to a contact on a connection whose window is so long. */
export async function findWindow(scope: Scope, contact: Contact, hours: number | null): Promise<z.input<typeof ServiceWindow>> {
  if (hours === null) return { hours, endsAt: null, isOpen: true };
  const since = new Date(scope.now.getTime() - hours * 3_600_000);
  const [heard] = await rowsOf(scope.tx, HeardRow, lastHeardStatement(contact, since));
  const endsAt = heard?.at ? new Date(Date.parse(heard.at) + hours * 3_600_000) : null;
  return { hours, endsAt, isOpen: endsAt !== null && endsAt > scope.now };
}

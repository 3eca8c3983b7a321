import type { ServiceWindow } from '@prosa/contracts/messages';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';

const HeardRow = z.object({ at: z.string() });
type Contact = { contactId: number; whatsappId: number };

export const lastHeardStatement = ({ contactId, whatsappId }: Contact) => sql`
  select iso(created_at) as at
  from messages
  where company_id = current_company() and contact_id = ${contactId} and connection_id = ${whatsappId} and not from_me
  order by created_at desc
  limit 1`;

/** Until when anything may be sent to a contact on a connection whose window is so long. */
export async function findWindow(scope: Scope, contact: Contact, hours: number | null): Promise<z.input<typeof ServiceWindow>> {
  if (hours === null) return { hours, endsAt: null, isOpen: true };
  const [heard] = await rowsOf(scope.tx, HeardRow, lastHeardStatement(contact));
  const endsAt = heard ? new Date(Date.parse(heard.at) + hours * 3_600_000) : null;
  return { hours, endsAt, isOpen: endsAt !== null && endsAt > scope.now };
}

import { Contact, contactLive } from '@prosa/contracts/contacts';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { fullContactJson } from './contacts.queries.ts';

const MadeRow = z.object({ id: z.int(), isNew: z.boolean(), contact: Contact });

/**
 * The contact with this number, with or without its ninth digit, made where there is none and called by its number. Unlike a customer
 * who writes it has no address on a channel yet: nothing is noted of how to reach it there.
 */
export async function findOrCreateByNumber(scope: Scope, number: string): Promise<number> {
  const known = await rowsOf(
    scope.tx,
    IdRow,
    sql`
      select id
      from contacts
      where company_id = current_company() and number_key = number_key(${number})`,
  );
  if (known[0]) return known[0].id;
  const [made] = await rowsOf(
    scope.tx,
    MadeRow,
    sql`
      with made as (
        insert into contacts as c (name, number)
        values (${number}, ${number})
        on conflict (company_id, number_key) do update set updated_at = c.updated_at
        returning c.*, c.xmax = 0 as is_new)
      select c.id, c.is_new as "isNew", ${fullContactJson} as contact
      from made c`,
  );
  const { id, isNew, contact } = made ?? refuse('ERR_NO_CONTACT_FOUND');
  if (isNew) scope.emit(contactLive, { action: 'create', contact }, everybody);
  return id;
}

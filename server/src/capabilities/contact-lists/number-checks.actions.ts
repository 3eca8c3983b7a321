import { z } from 'zod';
import type { Reachable } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { tellOfMany } from './contact-lists.actions.ts';

const UncheckedRow = z.object({ id: z.int(), number: z.string() });
export type Unchecked = z.output<typeof UncheckedRow>;
const NextRow = z.object({ inSeconds: z.number().nullable() });

/** Asked again at growing intervals, as long as the channel can not tell: it may be off line. */
const maxChecks = 10;

export async function findUnchecked({ tx }: Scope, listId: number, atMost: number): Promise<Unchecked[]> {
  return rowsOf(
    tx,
    UncheckedRow,
    sql`
    select id, number
    from contact_list_items
    where company_id = current_company() and contact_list_id = ${listId} and check_at <= clock_timestamp()
    order by check_at, id
    limit ${atMost}`,
  );
}

/** What the channel said. A number that was changed meanwhile is asked about anew. */
export async function storeChecks(scope: Scope, listId: number, told: Array<Unchecked & { reachable: Reachable }>): Promise<void> {
  await scope.tx.execute(sql`
    update contact_list_items i
    set checks = i.checks + 1,
      is_whatsapp_valid = case g.reachable when 'yes' then true when 'no' then false else i.is_whatsapp_valid end,
      check_at = case
        when g.reachable <> 'unknown' or i.checks + 1 >= ${maxChecks} then null
        else clock_timestamp() + make_interval(mins => (i.checks + 1) * (i.checks + 1))
      end
    from json_to_recordset(${JSON.stringify(told)}) as g(id int, number text, reachable text)
    where i.company_id = current_company() and i.id = g.id and i.number = g.number`);
  if (told.some(({ reachable }) => reachable !== 'unknown')) await tellOfMany(scope, listId);
}

/** In how many seconds there is something to ask; nothing where all is known. */
export async function nextCheckIn({ tx }: Scope, listId: number): Promise<number | undefined> {
  const [row] = await rowsOf(
    tx,
    NextRow,
    sql`
    select extract(epoch from min(check_at) - clock_timestamp())::float8 as "inSeconds"
    from contact_list_items
    where company_id = current_company() and contact_list_id = ${listId} and check_at is not null`,
  );
  return row?.inSeconds ?? undefined;
}

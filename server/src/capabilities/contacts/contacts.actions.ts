import { sql } from '../../platform/database.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Person } from './contacts.rules.ts';

/** The contacts with these numbers, made where they are missing. A name replaces the bare number, never a name somebody gave. */
export async function keepContacts(scope: Scope, people: Person[]): Promise<Map<string, number>> {
  const { rows } = await scope.tx.execute<{ id: number; number: string }>(sql`
    with given as (select * from json_to_recordset(${JSON.stringify(people)}) as g(number text, name text, "isGroup" boolean)),
    found as (select c.id, c.number, c.name, g.name as given_name from given g join contacts c on c.company_id = current_company() and c.number = g.number),
    made as (
      insert into contacts (name, number, is_group)
      select coalesce(nullif(g.name, ''), g.number), g.number, g."isGroup" from given g where not exists (select from found f where f.number = g.number)
      on conflict (company_id, number) do update set updated_at = now()
      returning id, number),
    named as (update contacts c set name = f.given_name, updated_at = now() from found f where c.id = f.id and f.name = f.number and f.given_name not in ('', f.number))
    select id, number from found union all select id, number from made`);
  return new Map(rows.map(({ id, number }) => [number, id]));
}

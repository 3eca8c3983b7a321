import { contactDetails } from '@prosa/contracts/contacts';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { columnOf, forEachDetail } from './contacts.table.ts';

const GivenRow = z.object({ fieldIds: z.array(z.int()), addresses: z.array(z.string()) });
const TakenRow = z.object({ row: z.string() });
/** Name and details by field. A record of an earlier merge lacks the fields that came later. */
const Texts = z.record(z.string(), z.string());
export const CopiedTexts = z.object({ before: Texts, after: Texts });
type CopiedTexts = z.output<typeof CopiedTexts>;

/** Copies the name and the details from the other contact where they are missing. */
export async function copyMissingTexts(scope: Scope, from: number, into: number): Promise<CopiedTexts> {
  const rows = await rowsOf(
    scope.tx,
    CopiedTexts,
    sql`
    with both_of as (
      select c.id, c.name,
        ${forEachDetail((_field, column) => `c.${column}`)},
        case
          when c.name in (c.number, c.number_key) and o.name <> split_part(o.privacy_id, '@lid', 1) then o.name
          else c.name
        end as new_name,
        ${forEachDetail((_field, column) => `case when c.${column} = '' then o.${column} else c.${column} end as new_${column}`)}
      from contacts c
      join contacts o on o.company_id = c.company_id and o.id = ${from}
      where c.company_id = current_company() and c.id = ${into}),
    changed as (
      update contacts c
      set name = b.new_name,
        ${forEachDetail((_field, column) => `${column} = b.new_${column}`)},
        updated_at = ${scope.now.toISOString()}
      from both_of b
      where c.company_id = current_company() and c.id = b.id)
    select
      json_build_object('name', name, ${forEachDetail((field, column) => `'${field}', ${column}`)}) as before,
      json_build_object('name', new_name, ${forEachDetail((field, column) => `'${field}', new_${column}`)}) as after
    from both_of`,
  );
  const [texts] = rows;
  if (!texts) throw new Error('one of two contacts to be merged is gone');
  return texts;
}

/** Extra information, after what the other has, and the addresses they were heard of by. Answers what was given. */
export async function giveBelongings({ tx }: Scope, from: number, into: number): Promise<{ fieldIds: number[]; addresses: string[] }> {
  const rows = await rowsOf(
    tx,
    GivenRow,
    sql`
    with moved_fields as (
      update contact_fields
      set contact_id = ${into},
        position = position + 1 + coalesce(
          (
            select max(f.position)
            from contact_fields f
            where f.company_id = current_company() and f.contact_id = ${into}),
          -1)
      where company_id = current_company() and contact_id = ${from}
      returning id),
    moved_identities as (
      update contact_identities
      set contact_id = ${into}
      where company_id = current_company() and contact_id = ${from}
      returning address)
    select array(select id from moved_fields) as "fieldIds",
      array(select distinct address from moved_identities) as addresses`,
  );
  return rows[0] ?? { fieldIds: [], addresses: [] };
}

/** The contact leaves, with nothing of theirs left behind. Answers their row, by which they can be made to stand again. */
export async function takeOut({ tx }: Scope, id: number): Promise<string> {
  const rows = await rowsOf(
    tx,
    TakenRow,
    sql`
      delete from contacts c
      where c.company_id = current_company() and c.id = ${id}
      returning to_jsonb(c)::text as row`,
  );
  const [gone] = rows;
  if (!gone) throw new Error('one of two contacts to be merged is gone');
  return gone.row;
}

/** Who was taken out stands again, under their own id, unless somebody else has the number by now. */
export async function standAgain(scope: Scope, row: string): Promise<number | undefined> {
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    insert into contacts (
      id,
      uuid,
      name,
      number,
      privacy_id,
      ${forEachDetail((_field, column) => column)},
      profile_pic_url,
      created_at,
      updated_at) overriding system value
    select p.id, p.uuid, p.name, p.number, p.privacy_id,
      ${forEachDetail((_field, column) => `coalesce(p.${column}, '')`)},
      p.profile_pic_url, p.created_at, ${scope.now.toISOString()}
    from jsonb_populate_record(null::contacts, ${row}::jsonb) p
    on conflict do nothing
    returning id`,
  );
  return rows[0]?.id;
}

export type Borrowed = { fieldIds: number[]; addresses: string[]; names: CopiedTexts };

/** Extra information and addresses go back to whom they were of; a name or a detail that was only borrowed goes too. */
export async function giveBack(scope: Scope, stays: number, leaves: number, { fieldIds, addresses, names }: Borrowed): Promise<void> {
  const restored = ['name', ...contactDetails].flatMap((field) => {
    const [before, after, column] = [names.before[field], names.after[field], sql.identifier(columnOf(field))];
    if (before === undefined || after === undefined) return [];
    return [sql`${column} = case when ${column} = ${after} then ${before} else ${column} end`];
  });
  await scope.tx.execute(sql`
    with fields as (
      update contact_fields
      set contact_id = ${leaves}
      where company_id = current_company() and contact_id = ${stays} and id = any(${sql.param(fieldIds)}::int[])),
    identities as (
      update contact_identities
      set contact_id = ${leaves}
      where company_id = current_company()
        and contact_id = ${stays}
        and address = any(${sql.param(addresses)}::text[]))
    update contacts
    set updated_at = ${scope.now.toISOString()}, ${sql.join(restored, sql`, `)}
    where company_id = current_company() and id = ${stays}`);
}

/** The channel's word for whose privacy id this is has turned out wrong: it is not believed again. */
export async function refusePrivacyId({ tx }: Scope, privacyId: string): Promise<void> {
  await tx.execute(sql`update privacy_ids set refused = true where company_id = current_company() and privacy_id = ${privacyId}`);
}

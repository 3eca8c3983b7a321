import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';

const GivenRow = z.object({ fieldIds: z.array(z.int()), addresses: z.array(z.string()) });
const TakenRow = z.object({ row: z.string() });
const Named = z.object({ name: z.string(), email: z.string() });
const NamesRow = z.object({ before: Named, after: Named });
export type Names = z.output<typeof NamesRow>;

/** Copies name and e-mail from the other contact where they are missing. */
export async function copyMissingNames(scope: Scope, from: number, into: number): Promise<Names> {
  const rows = await rowsOf(
    scope.tx,
    NamesRow,
    sql`
    with both_of as (
      select c.id, c.name, c.email,
        case
          when c.name in (c.number, c.number_key) and o.name <> split_part(o.privacy_id, '@lid', 1) then o.name
          else c.name
        end as new_name,
        case when c.email = '' then o.email else c.email end as new_email
      from contacts c
      join contacts o on o.company_id = c.company_id and o.id = ${from}
      where c.company_id = current_company() and c.id = ${into}),
    changed as (
      update contacts c
      set name = b.new_name, email = b.new_email, updated_at = ${scope.now.toISOString()}
      from both_of b
      where c.company_id = current_company() and c.id = b.id)
    select json_build_object('name', name, 'email', email) as before,
      json_build_object('name', new_name, 'email', new_email) as after
    from both_of`,
  );
  const [names] = rows;
  if (!names) throw new Error('one of two contacts to be merged is gone');
  return names;
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
    insert into contacts (id, uuid, name, number, privacy_id, email, profile_pic_url, created_at,
      updated_at) overriding system value
    select p.id, p.uuid, p.name, p.number, p.privacy_id, p.email, p.profile_pic_url, p.created_at,
      ${scope.now.toISOString()}
    from jsonb_populate_record(null::contacts, ${row}::jsonb) p
    on conflict do nothing
    returning id`,
  );
  return rows[0]?.id;
}

export type Borrowed = { fieldIds: number[]; addresses: string[]; names: Names };

/** Extra information and addresses go back to whom they were of; a name that was only borrowed goes too. */
export async function giveBack(scope: Scope, stays: number, leaves: number, { fieldIds, addresses, names }: Borrowed): Promise<void> {
  const { before, after } = names;
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
    set updated_at = ${scope.now.toISOString()},
      name = case when name = ${after.name} then ${before.name} else name end,
      email = case when email = ${after.email} then ${before.email} else email end
    where company_id = current_company() and id = ${stays}`);
}

/** The channel's word for whose privacy id this is has turned out wrong: it is not believed again. */
export async function refusePrivacyId({ tx }: Scope, privacyId: string): Promise<void> {
  await tx.execute(sql`update privacy_ids set refused = true where company_id = current_company() and privacy_id = ${privacyId}`);
}

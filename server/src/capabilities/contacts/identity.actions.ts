import { contactLive } from '@prosa/contracts/contacts';
import { z } from 'zod';
import type { IdentityFrame } from '../../channels/port.ts';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { findContacts } from './contacts.queries.ts';

const LearntRow = z.object({
  privacyId: z.string(),
  number: z.string(),
  hidden: z.int().nullable(),
  hasNumber: z.boolean(),
  owner: z.int().nullable(),
});
type LearntNumber = z.output<typeof LearntRow>;

/** Somebody who writes by a privacy id, and another contact who has the number behind it. */
export type Twofold = { privacyId: string; hidden: number; hasNumber: boolean; owner: number };

/**
 * The channel tells which numbers are behind privacy ids. Known before anybody wrote, it is kept for when they do; a contact without a
 * number gets it. Answers those whose number another contact has: the two are one person. Told again, it changes nothing.
 */
export async function learnNumbers(scope: Scope, told: IdentityFrame[]): Promise<Twofold[]> {
  const latest = new Map(told.map(({ privacyId, number }) => [privacyId, { privacyId, number }]));
  await storePrivacyIds(scope, [...latest.values()]);
  const learnt = await findOwners(scope, [...latest.keys()]);
  const alone = learnt.filter(({ owner, hasNumber }) => owner === null && !hasNumber);
  if (alone.length > 0) await assignNumbers(scope, alone);
  // Looked up again: of two privacy ids with the same number, the first may just have become its owner.
  return (await findOwners(scope, [...latest.keys()])).flatMap(({ privacyId, hidden, hasNumber, owner }): Twofold[] =>
    hidden === null || owner === null || owner === hidden ? [] : [{ privacyId, hidden, hasNumber, owner }],
  );
}

/** A mapping that a user has rejected stays rejected until the channel reports a different number. */
async function storePrivacyIds(scope: Scope, told: Array<{ privacyId: string; number: string }>): Promise<void> {
  await scope.tx.execute(sql`
    insert into privacy_ids as p (privacy_id, number)
    select "privacyId", number
    from json_to_recordset(${JSON.stringify(told)}) as g("privacyId" text, number text)
    order by 1
    on conflict (company_id, privacy_id)
      do update set number = excluded.number,
        refused = p.refused and number_key(p.number) = number_key(excluded.number)`);
}

/** For each privacy id: the contact that uses it, and the contact that has its number. */
async function findOwners(scope: Scope, privacyIds: string[]): Promise<LearntNumber[]> {
  const rows = await rowsOf(
    scope.tx,
    LearntRow,
    sql`
    select p.privacy_id as "privacyId", p.number, h.id as hidden,
      coalesce(h.number <> '', false) as "hasNumber",
      o.id as owner
    from privacy_ids p
    cross join lateral (
      select coalesce(
        (
          select c.id
          from contacts c
          where c.company_id = p.company_id and c.number_key = p.privacy_id),
        (
          select i.contact_id
          from contact_identities i
          where i.company_id = p.company_id and i.address = p.privacy_id
          order by i.last_at desc
          limit 1)) as id
      limit 1) found
    left join contacts h on h.company_id = p.company_id and h.id = found.id
    left join contacts o on o.company_id = p.company_id and o.number_key = number_key(p.number)
    where p.company_id = current_company() and not p.refused and p.privacy_id = any(${sql.param(privacyIds)}::text[])
    order by p.privacy_id`,
  );
  return rows;
}

/** Assigns each number once; a second privacy id with the same number is merged afterwards. */
async function assignNumbers(scope: Scope, learnt: LearntNumber[]): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    with given as (
      select distinct on (number_key(g.number)) g.hidden, g.number
      from json_to_recordset(${JSON.stringify(learnt)}) as g(hidden int, number text)
      where g.hidden is not null
      order by number_key(g.number), g.hidden)
    update contacts c
    set number = g.number,
      name = case when c.name = split_part(c.privacy_id, '@lid', 1) then g.number else c.name end,
      updated_at = ${scope.now.toISOString()}
    from given g
    where c.company_id = current_company() and c.id = g.hidden
    returning c.id`,
  );
  const ids = rows.map(({ id }) => id);
  for (const contact of await findContacts(scope, ids)) scope.emit(contactLive, { action: 'update', contact }, everybody);
}

/** The privacy id moved from one contact with a number to another: only the address is moved. */
export async function moveAddress(scope: Scope, privacyId: string, owner: number): Promise<void> {
  await scope.tx.execute(
    sql`update contact_identities set contact_id = ${owner} where company_id = current_company() and address = ${privacyId}`,
  );
}

import { Contact, contactLive } from '@prosa/contracts/contacts';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { keptRowsOf } from '../../platform/database/kept-scope.ts';
import { fixedSql } from '../../platform/database/kept-statements.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { everybody } from '../../platform/live/rooms.ts';
import { fullContactJson } from './contacts.queries.ts';
import { type ChannelPerson, truncateName } from './contacts.rules.ts';

const KeptRow = z.object({ chat: z.string(), id: z.int(), change: z.enum(['create', 'update']).nullable(), contact: Contact.nullable() });
type Kept = z.output<typeof KeptRow>;

/** Of the people `given`: the contact each of them has, and those made for who has none. */
const foundOrMade = sql`
  found as (
    select g.*,
      coalesce(
        (select c.id from contacts c where c.company_id = current_company() and c.number_key = g.key),
        (
          select i.contact_id
          from contact_identities i
          where i.company_id = current_company() and i.address = g.chat
          order by i.connection_id = g."connectionId" desc, i.last_at desc
          limit 1)) as id
    from given g),
  made as (
    insert into contacts as c (name, number, privacy_id, is_group)
    select distinct on (key) coalesce(nullif(name, ''), behind, split_part(chat, '@lid', 1)),
      case when hides then coalesce(behind, '') else chat end,
      case when hides then chat end, "isGroup"
    from (select *, chat like '%@lid' as hides from found where id is null) as f
    order by key, name = '', place desc
    on conflict (company_id, number_key) do update set updated_at = c.updated_at
    returning c.*, c.xmax = 0 as is_new)`;

/** The contact of each of them, and what has changed of it. */
const changes = fixedSql(sql`
  changed as (
    select c.id, 'create' as change, ${fullContactJson} as contact
    from made c
    where c.is_new
    union all
    select c.id, 'update', ${fullContactJson}
    from named c)
  select k.chat, k.id, n.change, n.contact
  from known k
  left join changed n on n.id = k.id
  order by k.place`);

/**
 * The contact behind each address, made where it is missing, by one statement. A person is found by the number, with or without its
 * ninth digit, by the number that is known to be behind a privacy id, or by an address heard of before. A name replaces a bare number,
 * never a name somebody gave. Of two who make the same contact at once, the constraint lets one, and both get it.
 */
export async function findOrCreateContacts(scope: Scope, people: ChannelPerson[], { silent = false } = {}): Promise<Map<string, number>> {
  const given = people.map(({ name, ...person }, place) => ({ ...person, name: truncateName(name), place }));
  const rows = await keptRowsOf(
    scope,
    KeptRow,
    sql`
    with given as materialized (
      select g.*, p.number as behind, coalesce(number_key(p.number), number_key(g.chat)) as key
      from json_to_recordset(${JSON.stringify(given)}) as g(place int, chat text, name text, "isGroup" boolean,
        "connectionId" int)
      left join privacy_ids p on p.company_id = current_company() and p.privacy_id = g.chat and not p.refused),
    ${foundOrMade},
    named as (
      update contacts c
      set name = f.name, updated_at = ${scope.now.toISOString()}
      from (select distinct on (id) id, name from found where name <> '' order by id, place desc) as f
      where c.company_id = current_company()
        and c.id = any(array(select id from found))
        and c.id = f.id
        and c.name <> f.name
        and c.name in (c.number, c.number_key, split_part(c.privacy_id, '@lid', 1))
      returning c.*),
    known as (
      select f.place, f.chat, f."connectionId", f."isGroup", coalesce(f.id, m.id) as id,
        count(*) over (partition by coalesce(f.id, m.id), f."connectionId") as addresses
      from found f
      left join made m on m.number_key = f.key and f.id is null),
    heard as (
      insert into contact_identities as i (connection_id, address, contact_id, last_at)
      select k."connectionId", k.chat, k.id,
        ${scope.now.toISOString()}::timestamptz + k.place * interval '1 microsecond'
      from known k
      where not k."isGroup"
        and (
          k.addresses > 1
          or not exists (
            select from contact_identities i
            where i.company_id = current_company()
              and i.address = k.chat
              and i.connection_id = k."connectionId"
              and i.contact_id = k.id
              and not exists (
                select from contact_identities o
                where o.company_id = current_company()
                  and o.contact_id = k.id
                  and o.connection_id = k."connectionId"
                  and o.last_at > i.last_at)))
      on conflict (company_id, address, connection_id)
        do update set contact_id = excluded.contact_id, last_at = excluded.last_at),
    ${changes}`,
  );
  if (!silent) announceChanges(scope, rows);
  return new Map(rows.map(({ chat, id }) => [chat, id]));
}

/** Announces each contact that is new or got a name; a contact that only wrote has not changed. */
function announceChanges(scope: Scope, rows: Kept[]): void {
  const told = new Set<number>();
  for (const { id, change, contact } of rows) {
    if (!change || !contact || told.has(id)) continue;
    told.add(id);
    scope.emit(contactLive, { action: change, contact }, everybody);
  }
}

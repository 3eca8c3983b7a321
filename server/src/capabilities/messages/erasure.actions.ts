import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasedContact, type ErasureStep, scanningStep } from '../../platform/database/erasure.ts';

/** Groups one by one: what a contact wrote there belongs to the group, their number and name do not. */
const nextGroup = (cursor: number) => sql`
  page as materialized (
    select id
    from contacts
    where company_id = current_company() and is_group and id > ${cursor}
    order by id
    limit 1)`;

const participants = ({ addresses }: ErasedContact) => sql`any(${sql.param(addresses)}::text[])`;

export const messageErasure: ErasureStep[] = [
  deletionStep(
    'parked_frames',
    ({ addresses, requestedAt }, limit) => sql`
      delete from parked_frames
      where id = any(array(
          select p.id
          from parked_frames p
          where p.company_id = current_company()
            and p.created_at <= ${requestedAt}
            and (
              p.frame->>'chat' = any(${sql.param(addresses)}::text[])
              or p.frame->>'participant' = any(${sql.param(addresses)}::text[]))
          limit ${limit}))
        and company_id = current_company()`,
  ),
  deletionStep(
    'read_marks',
    ({ addresses }) => sql`
      delete from read_marks
      where company_id = current_company()
        and connection_id in (select c.id from connections c where c.company_id = current_company())
        and chat = any(${sql.param(addresses)}::text[])`,
  ),
  scanningStep(
    'messages',
    (contact, cursor) => sql`
      with ${nextGroup(cursor)},
      found as materialized (
        select m.id, m.participant_name
        from page p
        join messages m on m.company_id = current_company() and m.contact_id = p.id
        where m.participant <> '' and m.participant = ${participants(contact)}),
      last_lines as (
        update tickets t
        set said = jsonb_set(t.said, '{name}', 'null')
        from page p
        where t.company_id = current_company()
          and t.contact_id = p.id
          and t.said->>'name' in (select participant_name from found)),
      erased as (
        update messages m
        set participant = '', participant_name = ''
        from found f
        where m.company_id = current_company() and m.id = f.id
        returning 1)
      select (select max(id) from page) as last, (select count(*)::int from erased) as count`,
  ),
  scanningStep(
    'message_reactions',
    (contact, cursor) => sql`
      with ${nextGroup(cursor)},
      erased as (
        delete from message_reactions r
        using page p, messages m
        where m.company_id = current_company()
          and m.contact_id = p.id
          and r.company_id = current_company()
          and r.message_id = m.id
          and r.participant = ${participants(contact)}
        returning 1)
      select (select max(id) from page) as last, (select count(*)::int from erased) as count`,
  ),
];

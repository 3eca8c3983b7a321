import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/database/database.ts';
import { deletionStep, type ErasedContact, type ErasureStep } from '../../platform/database/erasure.ts';
import { CountRow, IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { lockConversations } from '../tickets/locks.actions.ts';

/**
 * Erases rows of group conversations, one group per batch. What a contact wrote in a group belongs to the group; the number and the name
 * do not.
 */
const groupStep = (table: string, eraseIn: (scope: Scope, contact: ErasedContact, groupId: number) => Promise<number>): ErasureStep => ({
  table,
  erase: async (scope, contact, cursor) => {
    const [group] = await rowsOf(
      scope.tx,
      IdRow,
      sql`
        select id
        from contacts
        where company_id = current_company() and is_group and id > ${cursor}
        order by id
        limit 1`,
    );
    if (!group) return { count: 0, next: null };
    return { count: await eraseIn(scope, contact, group.id), next: group.id };
  },
});

async function countOf({ tx }: Scope, statement: SQL): Promise<number> {
  const [row] = await rowsOf(tx, CountRow, statement);
  return row?.count ?? 0;
}

const isParticipant = ({ addresses }: ErasedContact) => sql`= any(${sql.param(addresses)}::text[])`;

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
  groupStep('messages', eraseParticipant),
  groupStep('message_reactions', (scope, contact, groupId) =>
    countOf(
      scope,
      sql`
        with erased as (
          delete from message_reactions r
          using messages m
          where m.company_id = current_company()
            and m.contact_id = ${groupId}
            and r.company_id = current_company()
            and r.message_id = m.id
            and r.participant ${isParticipant(contact)}
          returning 1)
        select count(*)::int as count from erased`,
    ),
  ),
];

/** Locking a conversation writes to all its messages, so groups without the contact are only read. */
async function eraseParticipant(scope: Scope, contact: ErasedContact, groupId: number): Promise<number> {
  const theirs = sql`m.company_id = current_company()
    and m.contact_id = ${groupId}
    and m.participant <> ''
    and m.participant ${isParticipant(contact)}`;
  if ((await countOf(scope, sql`select count(*)::int as count from messages m where ${theirs}`)) === 0) return 0;
  await lockConversations(scope, [groupId]);
  return countOf(
    scope,
    sql`
      with found as materialized (
        select m.id, m.participant_name
        from messages m
        where ${theirs}),
      last_lines as (
        update tickets t
        set said = jsonb_set(t.said, '{name}', 'null')
        where t.company_id = current_company()
          and t.contact_id = ${groupId}
          and t.said->>'name' in (select participant_name from found)),
      erased as (
        update messages m
        set participant = '', participant_name = ''
        from found f
        where m.company_id = current_company() and m.id = f.id
        returning 1)
      select count(*)::int as count from erased`,
  );
}

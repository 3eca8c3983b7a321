import { Chat } from '@prosa/contracts/chats';
import type { PageQuery } from '@prosa/contracts/kit';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { keptTemplate } from '../../platform/database/kept-statements.ts';
import { containsText, PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import type { Read } from '../../platform/database/reads.ts';
import { CountRow, rowsOf } from '../../platform/database/rows.ts';
import type { Actor, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { JsonText } from '../../platform/http/json-text.ts';

const ChatRow = z.object({ chat: Chat });

/** For queries that call the table `c`. The owner comes first, the others as they joined. */
const chatJson = sql`json_build_object(
  'id', c.id, 'uuid', c.uuid, 'title', c.title, 'ownerId', c.owner_id, 'lastMessage', c.last_message, 'updatedAt', iso(c.updated_at),
  'users', coalesce(
    (
      select json_agg(
        json_build_object('userId', m.user_id, 'unreads', m.unreads, 'user', json_build_object('id', u.id, 'name', u.name))
        order by m.user_id is distinct from c.owner_id, m.joined_at, m.user_id)
      from chat_members m
      join users u on u.company_id = m.company_id and u.id = m.user_id
      where m.company_id = c.company_id and m.chat_id = c.id),
    '[]'::json))`;

/** The memberships that a list of chats is made of. */
const mine = (scope: Scope, search: string, unread: boolean): SQL => sql`
  from chat_members mine
  join chats c on c.company_id = mine.company_id and c.id = mine.chat_id
  where mine.company_id = current_company()
    and mine.user_id = ${scope.actor.userId ?? 0}
    ${unread ? sql`and mine.unreads > 0` : sql``}
    ${search === '' ? sql`` : sql`and ${containsText(sql`c.title`, search)}`}`;

export function listStatements(scope: Scope, { searchParam, pageNumber, unread }: PageQuery & { unread: boolean }) {
  const from = mine(scope, searchParam, unread);
  const page = sql`
    with page as materialized (
      select c.*
      ${from}
      order by c.updated_at desc, c.id desc
      limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE})
    select ${chatJson} as chat
    from page c
    order by c.updated_at desc, c.id desc`;
  return { page, count: sql`select count(*)::int as count ${from}` };
}

export async function listChats(scope: Scope, query: PageQuery & { unread: boolean }) {
  const { page, count } = listStatements(scope, query);
  const { items, hasMore } = pageOf(await rowsOf(scope.tx, ChatRow, page));
  const counted = await rowsOf(scope.tx, CountRow, count);
  return { records: items.map(({ chat }) => chat), count: counted[0]?.count ?? 0, hasMore };
}

/** Only a member finds a chat; to everybody else it does not exist. */
const isMember = (scope: Scope): SQL => sql`exists (
  select
  from chat_members me
  where me.company_id = c.company_id and me.chat_id = c.id and me.user_id = ${scope.actor.userId ?? 0})`;

export async function findChat(scope: Scope, which: { id: number } | { uuid: string }): Promise<Chat> {
  const [found] = await rowsOf(
    scope.tx,
    ChatRow,
    sql`
    select ${chatJson} as chat
    from chats c
    where c.company_id = current_company()
      and ${'id' in which ? sql`c.id = ${which.id}` : sql`c.uuid = ${which.uuid}`}
      and ${isMember(scope)}`,
  );
  return found?.chat ?? refuse('ERR_NO_CHAT_FOUND');
}

const memberChat = keptTemplate(sql`
  select ${chatJson}::text
  from chats c
  join chat_members me on me.company_id = current_company() and me.chat_id = c.id and me.user_id = ${sql.placeholder('userId')}
  where c.company_id = current_company() and c.uuid = ${sql.placeholder('uuid')}`);

/** The same by its address, in one round trip. */
export function chatRead({ userId = 0 }: Pick<Actor, 'userId'>, uuid: string): Read<JsonText> {
  return {
    statements: [memberChat({ userId, uuid })],
    finish: ([rows]) => new JsonText(rows?.[0]?.[0] ?? refuse('ERR_NO_CHAT_FOUND')),
  };
}

/** The same without asking who reads: for the server's own work. */
export async function readChats(scope: Scope, ids: number[]): Promise<Chat[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf(
    scope.tx,
    ChatRow,
    sql`
    select ${chatJson} as chat
    from chats c
    where c.company_id = current_company() and c.id = any(${sql.param(ids)}::int[])
    order by c.id`,
  );
  return rows.map(({ chat }) => chat);
}

/** Nobody comes to or goes from these chats until the end of the transaction. */
export async function lockChats(scope: Scope, ids: number[]): Promise<void> {
  await scope.tx.execute(sql`
    select
    from chats
    where company_id = current_company() and id = any(${sql.param(ids)}::int[])
    order by id
    for no key update`);
}

/**
 * Locks a chat and answers it as it is under the lock. Everything that is said in it or changes its members waits here, so that whoever
 * was removed is no member any more for what comes after. The members are read by a statement of their own: one that waited for the lock
 * would still see them as they were before.
 */
export async function lockChat(scope: Scope, id: number): Promise<Chat> {
  await lockChats(scope, [id]);
  return findChat(scope, { id });
}

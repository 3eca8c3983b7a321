import { ChatMessage } from '@prosa/contracts/chats';
import type { PageQuery } from '@prosa/contracts/kit';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { keptTemplate } from '../../platform/database/kept-statements.ts';
import { PAGE_SIZE, pageOf } from '../../platform/database/paging.ts';
import type { Read, View } from '../../platform/database/reads.ts';
import { CountRow, IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Actor, Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { addressOf, fileOf, presentFile, StoredFile } from '../messages/messages.queries.ts';
import { findChat } from './chats.queries.ts';

const StoredChatMessage = ChatMessage.omit({ mediaUrl: true, data: true }).extend({ file: StoredFile.nullable() });
const MessageRow = z.object({ message: StoredChatMessage });

/** For queries that call the table `m` and use `messageJoins`. */
const messageJson = sql`json_build_object(
  'id', m.id, 'chatId', m.chat_id, 'senderId', m.sender_id,
  'sender', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
  'message', m.message, 'mentions', m.mentions, 'mediaType', md.kind, 'file', ${fileOf(sql`md`)}, 'createdAt', iso(m.created_at))`;
const messageJoins = sql`
  left join users u on u.company_id = m.company_id and u.id = m.sender_id
  left join media md on md.company_id = m.company_id and md.id = m.media_id`;

function present(scope: View, { file, ...message }: z.output<typeof StoredChatMessage>): ChatMessage {
  return {
    ...message,
    mediaUrl: file && addressOf(scope, file.playableKey ?? file.key),
    data: file && presentFile(scope, file, null),
  };
}

const membership = sql`me.company_id = current_company()
  and me.chat_id = ${sql.placeholder('chatId')}
  and me.user_id = ${sql.placeholder('userId')}`;
/** No row to whoever is no member. */
const countStatement = keptTemplate(sql`
  select (
    select count(*)
    from chat_messages m
    where m.company_id = current_company() and m.chat_id = ${sql.placeholder('chatId')})::text
  from chat_members me
  where ${membership}`);
/** The offset is skipped in the index; only the page's own messages are fetched. */
const pageStatement = keptTemplate(sql`
  with page as materialized (
    select p.created_at, p.id
    from chat_members me
    cross join lateral (
      select m.created_at, m.id
      from chat_messages m
      where m.company_id = current_company() and m.chat_id = me.chat_id
      order by m.created_at desc, m.id desc
      limit ${sql.raw(String(PAGE_SIZE + 1))} offset ${sql.placeholder('skipped')}) p
    where ${membership})
  select ${messageJson}::text
  from page p
  join chat_messages m on m.company_id = current_company() and m.id = p.id ${messageJoins}
  order by p.created_at desc, p.id desc`);

export type ChatPage = { records: ChatMessage[]; count: number; hasMore: boolean; pageNumber: number };

/** A page of what was said, oldest first inside the page, in one round trip. */
export function chatPageRead({ userId = 0 }: Pick<Actor, 'userId'>, chatId: number, pageNumber: number): Read<ChatPage> {
  const statements = [countStatement({ chatId, userId }), pageStatement({ chatId, userId, skipped: (pageNumber - 1) * PAGE_SIZE })];
  return {
    statements,
    finish([counted = [], rows = []], view) {
      const [count] = counted[0] ?? refuse('ERR_NO_CHAT_FOUND');
      const { items, hasMore } = pageOf([...rows]);
      const records = items.map(([text]) => present(view, StoredChatMessage.parse(JSON.parse(text ?? '')))).toReversed();
      return { records, count: Number(count), hasMore, pageNumber };
    },
  };
}

/** The same inside a scope; `around`: the page that holds this message. */
export async function listChatMessages(
  scope: Scope,
  chatId: number,
  asked: { pageNumber: number; around?: number | undefined },
): Promise<ChatPage> {
  await findChat(scope, { id: chatId });
  const pageNumber = asked.around === undefined ? asked.pageNumber : await pageAround(scope, chatId, asked.around);
  const { page, count } = pageStatements(chatId, pageNumber);
  const { items, hasMore } = pageOf(await rowsOf(scope.tx, MessageRow, page));
  const counted = await rowsOf(scope.tx, CountRow, count);
  return {
    records: items.map(({ message }) => present(scope, message)).toReversed(),
    count: counted[0]?.count ?? 0,
    hasMore,
    pageNumber,
  };
}

function pageStatements(chatId: number, pageNumber: number) {
  const ofChat = sql`company_id = current_company() and chat_id = ${chatId}`;
  const page = sql`
    with page as materialized (
      select created_at, id
      from chat_messages
      where ${ofChat}
      order by created_at desc, id desc
      limit ${PAGE_SIZE + 1} offset ${(pageNumber - 1) * PAGE_SIZE})
    select ${messageJson} as message
    from page p
    join chat_messages m on m.company_id = current_company() and m.id = p.id ${messageJoins}
    order by p.created_at desc, p.id desc`;
  return { page, count: sql`select count(*)::int as count from chat_messages where ${ofChat}` };
}

async function pageAround(scope: Scope, chatId: number, messageId: number): Promise<number> {
  const [row] = await rowsOf(
    scope.tx,
    CountRow,
    sql`
    select (
      select count(*)::int
      from chat_messages l
      where l.company_id = current_company() and l.chat_id = ${chatId} and (l.created_at, l.id) > (m.created_at, m.id)) as count
    from chat_messages m
    where m.company_id = current_company() and m.chat_id = ${chatId} and m.id = ${messageId}`,
  );
  return Math.floor((row ?? refuse('ERR_NO_MESSAGE_FOUND')).count / PAGE_SIZE) + 1;
}

/** How many matching messages a search inspects. */
const reach = 1_000;

export const searchStatement = (chatId: number, search: string) => sql`
  select f.id::float8 as id
  from find_chat_messages(${search}, ${reach}, ${chatId}) f
  order by f.id desc`;

/** By words or their beginnings, newest first. */
export async function searchChatMessages(scope: Scope, chatId: number, { searchParam, pageNumber }: PageQuery) {
  await findChat(scope, { id: chatId });
  const found = await rowsOf(scope.tx, IdRow, searchStatement(chatId, searchParam));
  const { items, hasMore } = pageOf(found.slice((pageNumber - 1) * PAGE_SIZE));
  const records = await readChatMessages(
    scope,
    items.map(({ id }) => id),
  );
  return { records: records.toReversed(), count: found.length, hasMore };
}

/** Oldest first. The caller knows that they may be read. */
export async function readChatMessages(scope: Scope, ids: number[]): Promise<ChatMessage[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf(
    scope.tx,
    MessageRow,
    sql`
    select ${messageJson} as message
    from chat_messages m ${messageJoins}
    where m.company_id = current_company() and m.id = any(${sql.param(ids)}::bigint[])
    order by m.id`,
  );
  return rows.map(({ message }) => present(scope, message));
}

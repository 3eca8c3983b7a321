import { type Chat, type ChatInput, type ChatMessage, type ChatUpdate, chatLive, chatOfUserLive, chatsLive } from '@prosa/contracts/chats';
import { z } from 'zod';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { rooms } from '../../platform/live/rooms.ts';
import { tell } from '../../platform/live/tell.ts';
import { findChat, lockChat, readChats } from './chats.queries.ts';

const membersOf = ({ users }: Chat) => users.map(({ userId }) => userId);

/** Tells the members of a chat as they are now, and nobody else, under its own name and under that of all chats. */
export function tellMembers(scope: Scope, action: 'new-message' | 'update', chat: Chat, newMessage?: ChatMessage): void {
  const message = { action, chat, ...(newMessage && { newMessage }) };
  tell(scope, chatLive, { id: chat.id }, message, membersOf(chat));
  scope.emit(chatsLive, message, { rooms: membersOf(chat).map(rooms.user) });
}

export async function createChat(scope: Scope, { title, users }: z.output<typeof ChatInput>): Promise<Chat> {
  const owner = scope.actor.userId ?? refuse('ERR_NO_PERMISSION');
  const [row] = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    insert into chats (title, owner_id, created_at, updated_at)
    values (${title}, ${owner}, ${scope.now.toISOString()}, ${scope.now.toISOString()})
    returning id`,
  );
  if (!row) throw new Error('no chat was created');
  await addMembers(scope, row.id, [owner, ...users.map(({ id }) => id)]);
  const record = await findChat(scope, { id: row.id });
  for (const userId of membersOf(record)) tell(scope, chatOfUserLive, { userId }, { action: 'create', record });
  return record;
}

/** Who stays keeps what they have not read; the owner always stays. */
export async function updateChat(scope: Scope, id: number, { title, users }: z.output<typeof ChatUpdate>): Promise<Chat> {
  const before = await lockOwnChat(scope, id);
  if (title !== undefined)
    await scope.tx.execute(sql`
      update chats
      set title = ${title}
      where company_id = current_company() and id = ${id}`);
  if (users) {
    const wanted = [...(before.ownerId === null ? [] : [before.ownerId]), ...users.map((user) => user.id)];
    await scope.tx.execute(sql`
      delete from chat_members
      where company_id = current_company() and chat_id = ${id} and user_id <> all(${sql.param(wanted)}::int[])`);
    await addMembers(scope, id, wanted);
  }
  const record = await findChat(scope, { id });
  tellOfMembers(scope, before, record);
  return record;
}

export async function removeChat(scope: Scope, id: number): Promise<void> {
  const before = await lockOwnChat(scope, id);
  await scope.tx.execute(sql`delete from chats where company_id = current_company() and id = ${id}`);
  for (const userId of membersOf(before)) tell(scope, chatOfUserLive, { userId }, { action: 'delete', id });
}

/** Marks what the caller has not read; members see it of one another. */
export async function readChat(scope: Scope, id: number, userId: number | undefined): Promise<Chat> {
  const me = scope.actor.userId;
  if (userId !== undefined && userId !== me) {
    await findChat(scope, { id });
    await requirePeople(scope, [userId]);
    refuse('ERR_NO_PERMISSION');
  }
  const before = await lockChat(scope, id);
  if (!before.users.some((user) => user.userId === me && user.unreads > 0)) return before;
  await scope.tx.execute(sql`
    update chat_members
    set unreads = 0
    where company_id = current_company() and chat_id = ${id} and user_id = ${me ?? 0}`);
  const chat = { ...before, users: before.users.map((user) => (user.userId === me ? { ...user, unreads: 0 } : user)) };
  tellMembers(scope, 'update', chat);
  return chat;
}

const HandedRow = z.object({ id: z.int(), ownerId: z.int().nullable() });

/**
 * Somebody is about to be removed from the company: their memberships go, what they own is handed on to the member who has been there
 * longest, and a chat in which nobody is left goes with them.
 */
export async function leaveChats(scope: Scope, userId: number): Promise<void> {
  const left = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    select c.id
    from chats c
    where c.company_id = current_company()
      and c.id in (select chat_id from chat_members where company_id = current_company() and user_id = ${userId})
    order by c.id
    for no key update`,
  );
  if (left.length === 0) return;
  const ids = sql.param(left.map(({ id }) => id));
  await scope.tx.execute(sql`
    delete from chat_members
    where company_id = current_company() and user_id = ${userId} and chat_id = any(${ids}::int[])`);
  const handed = await rowsOf(
    scope.tx,
    HandedRow,
    sql`
    update chats c
    set owner_id = case when c.owner_id is distinct from ${userId} then c.owner_id else (
      select m.user_id
      from chat_members m
      where m.company_id = c.company_id and m.chat_id = c.id
      order by m.joined_at, m.user_id
      limit 1) end
    where c.company_id = current_company() and c.id = any(${ids}::int[])
    returning c.id, c.owner_id as "ownerId"`,
  );
  const empty = handed.filter(({ ownerId }) => ownerId === null).map(({ id }) => id);
  if (empty.length > 0)
    await scope.tx.execute(sql`delete from chats where company_id = current_company() and id = any(${sql.param(empty)}::int[])`);
  const remaining = handed.filter(({ ownerId }) => ownerId !== null).map(({ id }) => id);
  for (const chat of await readChats(scope, remaining)) tellMembers(scope, 'update', chat);
}

/** Only the owner changes or deletes a chat; to who is no member it does not exist. */
async function lockOwnChat(scope: Scope, id: number): Promise<Chat> {
  const chat = await lockChat(scope, id);
  if (chat.ownerId !== scope.actor.userId) refuse('ERR_NO_PERMISSION');
  return chat;
}

/** People of the company; those who are members already stay as they are. */
async function addMembers(scope: Scope, chatId: number, given: number[]): Promise<void> {
  const wanted = [...new Set(given)];
  await requirePeople(scope, wanted);
  await scope.tx.execute(sql`
    insert into chat_members (chat_id, user_id, joined_at)
    select ${chatId}, w.id, ${scope.now.toISOString()}
    from unnest(${sql.param(wanted)}::int[]) as w(id)
    on conflict do nothing`);
}

/** All of them are people of the company, and stay so until the end of the transaction. */
export async function requirePeople(scope: Scope, ids: number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const found = await rowsOf(
    scope.tx,
    IdRow,
    sql`select id from users where company_id = current_company() and id = any(${sql.param(wanted)}::int[]) for key share`,
  );
  if (found.length < wanted.length) refuse('ERR_NO_USER_FOUND');
}

/** Who is new hears of the chat, who went that it is gone, and who stays how it is now. */
function tellOfMembers(scope: Scope, before: Chat, record: Chat): void {
  const [old, now] = [new Set(membersOf(before)), new Set(membersOf(record))];
  for (const userId of now) tell(scope, chatOfUserLive, { userId }, { action: old.has(userId) ? 'update' : 'create', record });
  for (const userId of old) if (!now.has(userId)) tell(scope, chatOfUserLive, { userId }, { action: 'delete', id: record.id });
}

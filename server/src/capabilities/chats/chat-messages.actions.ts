import type { Chat, ChatMessage, ChatMessageInput } from '@prosa/contracts/chats';
import { sql } from '../../platform/database/database.ts';
import { IdRow, rowsOf } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { refuse } from '../../platform/errors.ts';
import { insertMedia } from '../../platform/http/stored-files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { queueMediaWork } from '../media/media-work.queue.ts';
import { readChatMessages } from './chat-messages.queries.ts';
import { requirePeople, tellMembers } from './chats.actions.ts';
import { lockChat, lockChats, readChats } from './chats.queries.ts';

/** As long as a line of a list may need; the rest is in the chat. */
const longestLastMessage = 300;

/** A text, or one message per file with the text as the caption of the first. */
export async function sendChatMessage(scope: Scope, chatId: number, input: ChatMessageInput, uploads: Upload[]): Promise<ChatMessage[]> {
  const chat = await lockChat(scope, chatId);
  const mentions = await membersAmong(scope, chat, input.mentions);
  if (uploads.length === 0 && input.message.trim() === '')
    refuse('ERR_VALIDATION', { details: [{ path: 'message', message: 'required' }] });
  const files = uploads.length === 0 ? [] : await insertMedia(scope, uploads);
  const said = files.length === 0 ? [undefined] : files;
  const ids = await store(
    scope,
    chat,
    said.map((media, place) => ({
      message: place === 0 ? input.message : '',
      mentions: place === 0 ? mentions : [],
      mediaId: media?.id ?? null,
    })),
  );
  await queueMediaWork(
    scope,
    files.map(({ id }) => id),
  );
  const last = (said.length === 1 && input.message.trim()) || (files.at(-1)?.fileName ?? input.message);
  await noteLast(scope, chat, `${scope.actor.name}: ${last}`, ids.length);
  const [after] = await readChats(scope, [chatId]);
  const messages = await readChatMessages(scope, ids);
  for (const message of messages) if (after) tellMembers(scope, 'new-message', after, message);
  return messages;
}

type Line = { message: string; mentions: number[]; mediaId: number | null };

/** Whoever is no member, or no more, is not mentioned; whoever is nobody of the company can not have been meant. */
async function membersAmong(scope: Scope, chat: Chat, mentioned: number[]): Promise<number[]> {
  const members = chat.users.map(({ userId }) => userId);
  const others = mentioned.filter((userId) => !members.includes(userId));
  if (others.length > 0) await requirePeople(scope, others);
  return members.filter((userId) => mentioned.includes(userId));
}

async function store(scope: Scope, chat: Chat, lines: Line[]): Promise<number[]> {
  const now = nowIn(scope, chat);
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    insert into chat_messages (chat_id, sender_id, message, mentions, media_id, created_at)
    select ${chat.id}, ${scope.actor.userId ?? null}, g.message, g.mentions, g."mediaId", ${now}
    from json_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, mentions: asArray(line.mentions), place })))})
      as g(place int, message text, mentions int[], "mediaId" bigint)
    order by g.place
    returning id`,
  );
  return rows.map(({ id }) => id);
}

/** Read under the chat's lock and never before what was said last, whichever node's clock is behind: in the order of storing. */
function nowIn(scope: Scope, { updatedAt }: Chat): string {
  const now = scope.platform.clock().toISOString();
  return now > updatedAt ? now : updatedAt;
}

/** Inside JSON, PostgreSQL reads a list of numbers from the text that it writes of one. */
const asArray = (ids: number[]) => `{${ids.join()}}`;

/** Who wrote has read everything; everybody else has more to read. */
async function noteLast(scope: Scope, chat: Chat, text: string, count: number): Promise<void> {
  const line = Array.from(text.replace(/\s+/g, ' ')).slice(0, longestLastMessage).join('');
  await scope.tx.execute(sql`
    with noted as (
      update chats
      set last_message = ${line}, updated_at = ${nowIn(scope, chat)}
      where company_id = current_company() and id = ${chat.id})
    update chat_members
    set unreads = case when user_id = ${scope.actor.userId ?? 0} then 0 else unreads + ${count} end
    where company_id = current_company() and chat_id = ${chat.id}`);
}

/** A file has been measured or rendered: the members of chats in which it was said are told of it anew. */
export async function announceChatFile(scope: Scope, mediaId: number): Promise<void> {
  const rows = await rowsOf(
    scope.tx,
    IdRow,
    sql`
    select id
    from chat_messages
    where company_id = current_company() and media_id = ${mediaId}
    order by id desc
    limit 100`,
  );
  const messages = await readChatMessages(
    scope,
    rows.map(({ id }) => id),
  );
  const ids = messages.map(({ chatId }) => chatId);
  await lockChats(scope, ids);
  const chats = await readChats(scope, ids);
  for (const message of messages) {
    const chat = chats.find(({ id }) => id === message.chatId);
    if (chat) tellMembers(scope, 'update', chat, message);
  }
}

import { z } from 'zod';
import { flagText, normalizeLineBreaks } from './fields.ts';
import { Done, endpoint, Instant, id, idText, ignoredCompany, liveChannel, liveFamily, PageQuery, recordChange, uuid } from './kit.ts';
import { MessageData, mediaTypes } from './messages.ts';

const Person = z.object({ id: z.int(), name: z.string() });

export const Chat = z.object({
  id: z.int(),
  uuid: z.string(),
  title: z.string(),
  /** Who may change and delete it. */
  ownerId: z.int().nullable(),
  /** Who wrote last, and the beginning of what: 'Ana: bom dia'. */
  lastMessage: z.string(),
  updatedAt: Instant,
  users: z.array(z.object({ userId: z.int(), unreads: z.int(), user: Person })),
});
export type Chat = z.output<typeof Chat>;

export const ChatMessage = z.object({
  id: z.int(),
  chatId: z.int(),
  /** Null where the person was removed from the company. */
  senderId: z.int().nullable(),
  sender: Person.nullable(),
  message: z.string(),
  /** Members whom the text mentions, as `@name`. */
  mentions: z.array(z.int()),
  mediaType: z.enum(mediaTypes).nullable(),
  mediaUrl: z.string().nullable(),
  data: MessageData.nullable(),
  createdAt: Instant,
});
export type ChatMessage = z.output<typeof ChatMessage>;

/** A whole company may talk in one chat. */
export const maxChatUsers = 500;
export const maxChatMessage = 10_000;
/** A person, as the specification's dialog sends them or by id alone. */
const member = z.preprocess((given) => (typeof given === 'object' && given !== null ? given : { id: given }), z.object({ id: id('user') }));
const title = z.string({ error: 'required' }).trim().min(1, 'required').max(100, 'tooLong');
const users = z.array(member, { error: 'required' }).min(1, 'required').max(maxChatUsers, 'invalidList');

export const ChatInput = z.object({ title, users, ...ignoredCompany });
export const ChatUpdate = z.object({ title: title.optional(), users: users.optional(), ...ignoredCompany });

/** In a form with files every field is text, a list JSON. */
const mentions = z.preprocess(
  (given) => {
    if (typeof given !== 'string') return given;
    try {
      return JSON.parse(given || '[]');
    } catch {
      return given;
    }
  },
  z.array(id('user')).max(maxChatUsers, 'invalidList').default([]),
);
/** With files the text is the caption of the first and may be empty; without, one of white space alone is refused. */
export const ChatMessageInput = z.object({
  message: z.string().max(maxChatMessage, 'tooLong').transform(normalizeLineBreaks).default(''),
  mentions,
  ...ignoredCompany,
});
export type ChatMessageInput = z.output<typeof ChatMessageInput>;

const ofChat = z.object({ id: idText('chat') });
const pageNumber = PageQuery.shape.pageNumber;
export const chatsApi = {
  /** Chats of the caller, those with the newest messages first; with `unread` only such as they have not read. */
  list: endpoint('GET', '/chats', {
    query: PageQuery.extend({ unread: flagText }),
    reply: z.object({ records: z.array(Chat), count: z.int(), hasMore: z.boolean() }),
  }),
  show: endpoint('GET', '/chats/:uuid', { params: z.object({ uuid: uuid('chat') }), reply: Chat }),
  create: endpoint('POST', '/chats', { body: ChatInput, reply: Chat }),
  update: endpoint('PUT', '/chats/:id', { params: ofChat, body: ChatUpdate, reply: Chat }),
  remove: endpoint('DELETE', '/chats/:id', { params: ofChat, reply: Done }),
  /** Newest page first, oldest first inside the page. */
  messages: endpoint('GET', '/chats/:id/messages', {
    params: ofChat,
    query: z.object({
      pageNumber,
      /** The page that contains this message, and its number. */
      around: idText('chatMessage').optional(),
    }),
    reply: z.object({ records: z.array(ChatMessage), count: z.int(), hasMore: z.boolean(), pageNumber: z.int() }),
  }),
  search: endpoint('GET', '/chats/:id/messages/search', {
    params: ofChat,
    query: PageQuery,
    reply: z.object({ records: z.array(ChatMessage), count: z.int(), hasMore: z.boolean() }),
  }),
  /** One text or one file answers the message; several files answer `{records}`. */
  send: endpoint('POST', '/chats/:id/messages', {
    params: ofChat,
    body: ChatMessageInput,
    files: { field: 'medias', max: 10 },
    reply: z.union([ChatMessage, z.object({ records: z.array(ChatMessage) })]),
  }),
  /** The caller has read it; `userId` may only name them. */
  read: endpoint('POST', '/chats/:id/read', {
    params: ofChat,
    body: z.object({ userId: id('user').optional(), ...ignoredCompany }).default({}),
    reply: Chat,
  }),
};

/** To one member: a chat they are in came, changed or went. */
export const chatOfUserLive = liveFamily('chat-user-{userId}', { user: 'userId' }, recordChange(Chat));

const Said = z.object({ action: z.enum(['new-message', 'update']), newMessage: ChatMessage.optional(), chat: Chat });

/** To the members of one chat: what is said in it. `update` with a message: its file was measured or rendered. */
export const chatLive = liveFamily('chat-{id}', 'members', Said);

/** The same of all chats under one name; to the members of each alone. */
export const chatsLive = liveChannel('chat', Said);

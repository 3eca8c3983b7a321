import { z } from 'zod';
import { Instant, liveFamily } from './kit.ts';

export const Chat = z.object({
  id: z.int(),
  uuid: z.string(),
  title: z.string(),
  ownerId: z.int(),
  lastMessage: z.string(),
  updatedAt: Instant,
  users: z.array(z.object({ userId: z.int(), unreads: z.int(), user: z.object({ id: z.int(), name: z.string() }) })),
});
export const ChatMessage = z.object({
  id: z.int(),
  chatId: z.int(),
  senderId: z.int(),
  sender: z.object({ id: z.int(), name: z.string() }),
  message: z.string(),
  createdAt: Instant,
});

/** To one member: a chat they are in came, changed or went. */
export const chatOfUserLive = liveFamily(
  'chat-user-{userId}',
  { user: 'userId' },
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record: Chat }),
    z.object({ action: z.literal('delete'), id: z.int() }),
  ]),
);

/** To the members of one chat: what is said in it. */
export const chatLive = liveFamily(
  'chat-{id}',
  'members',
  z.object({ action: z.enum(['new-message', 'update']), newMessage: ChatMessage.optional(), chat: Chat }),
);

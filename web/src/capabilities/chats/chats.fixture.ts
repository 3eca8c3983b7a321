import type { Chat, ChatMessage } from '@prosa/contracts/chats';

export const people = { ana: { id: 1, name: 'Ana' }, bia: { id: 2, name: 'Bia' }, marina: { id: 3, name: 'Marina' } };

/** A chat of Marina, who looks at the screen, with Ana and Bia. */
export function aChat({ unreads = 0, ...more }: Partial<Chat> & { unreads?: number } = {}): Chat {
  const id = more.id ?? 1;
  return {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    title: `Conversa ${id}`,
    ownerId: people.marina.id,
    lastMessage: '',
    updatedAt: '2026-11-16T12:00:00.000Z',
    users: Object.values(people).map((user) => ({ userId: user.id, unreads: user === people.marina ? unreads : 0, user })),
    ...more,
  };
}

export function aChatMessage(more: Partial<ChatMessage> = {}): ChatMessage {
  const sender = more.sender === undefined ? people.ana : more.sender;
  return {
    id: 1,
    chatId: 1,
    senderId: sender?.id ?? null,
    sender,
    message: 'Bom dia',
    mentions: [],
    mediaType: null,
    mediaUrl: null,
    data: null,
    createdAt: '2026-11-16T12:00:00.000Z',
    ...more,
  };
}

import type { Message } from '@prosa/contracts/messages';

/** A message for tests: a text of the contact. */
export function aMessage(over: Partial<Message> = {}): Message {
  const id = over.id ?? 1;
  const fromMe = over.fromMe ?? false;
  return {
    id,
    ticketId: 1,
    channelId: `channel-${id}`,
    body: `Mensagem ${id}`,
    fromMe,
    mediaType: null,
    mediaUrl: null,
    data: null,
    isDeleted: false,
    isEdited: false,
    ack: fromMe ? 1 : 0,
    read: true,
    createdAt: '2026-11-15T10:00:00.000Z',
    contact: fromMe ? null : { id: 1, name: 'Cliente 1', number: '5511900000001', email: '', profilePicUrl: '' },
    user: fromMe ? { id: 1, name: 'Marina' } : null,
    quotedMsg: null,
    reactions: [],
    participant: null,
    failure: null,
    ...over,
  };
}

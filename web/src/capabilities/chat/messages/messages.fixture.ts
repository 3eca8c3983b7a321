import type { Message } from '@prosa/contracts/messages';

/** A message for tests: a text of the contact. */
export function aMessage(over: Partial<Message> = {}): Message {
  const id = over.id ?? 1;
  const fromMe = over.fromMe ?? false;
  const ticketId = over.ticketId ?? 1;
  return {
    id,
    ticketId,
    ticket: {
      id: ticketId,
      uuid: `00000000-0000-4000-8000-${String(ticketId).padStart(12, '0')}`,
      code: `20261115${ticketId}`,
      status: 'open',
      userId: 1,
      queueId: 1,
      whatsappId: 1,
      contactId: 1,
      isGroup: false,
    },
    origin: fromMe ? 'agent' : 'customer',
    why: null,
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

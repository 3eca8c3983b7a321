import type { Ticket } from '@prosa/contracts/tickets';

/** A ticket for tests: an open one of the first user, without queue. */
export function aTicket(over: Partial<Ticket> = {}): Ticket {
  const id = over.id ?? 1;
  const userId = over.userId === undefined ? 1 : over.userId;
  return {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    code: `20261115${id}`,
    status: 'open',
    userId,
    user: userId === null ? null : { id: userId, name: userId === 1 ? 'Marina' : 'Paulo' },
    queueId: null,
    queue: null,
    whatsappId: 1,
    whatsapp: { id: 1, name: 'WhatsApp Principal' },
    contactId: id,
    contact: { id, name: `Cliente ${id}`, number: `55119000000${id}`, email: '', profilePicUrl: '' },
    lastMessage: 'Bom dia',
    unreadMessages: 0,
    isGroup: false,
    chatbot: false,
    tags: [],
    createdAt: '2026-11-15T10:00:00.000Z',
    updatedAt: '2026-11-15T10:00:00.000Z',
    ...over,
  };
}

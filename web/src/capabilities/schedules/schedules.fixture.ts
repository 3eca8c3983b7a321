import type { Schedule } from '@prosa/contracts/schedules';

/** A schedule for tests: an ordinary one that waits for its time. */
export function aSchedule(over: Partial<Schedule> = {}): Schedule {
  const id = over.id ?? 1;
  return {
    id,
    body: 'Seu pedido chegou',
    sendAt: '2030-06-14T12:30:00.000Z',
    sentAt: null,
    status: 'PENDENTE',
    reason: null,
    contactId: 5,
    contact: { id: 5, name: 'Ana Maria', number: '5511987650001' },
    userId: 3,
    user: { id: 3, name: 'Marina' },
    whatsappId: null,
    mediaPath: null,
    mediaName: null,
    createdAt: '2026-11-15T11:00:00.000Z',
    updatedAt: '2026-11-15T11:00:00.000Z',
    ...over,
  };
}

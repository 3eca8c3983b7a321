import type { Connection } from '@prosa/contracts/connections';

/** A connection for tests: the connected default one, simulated. */
export function aConnection(over: Partial<Connection> = {}): Connection {
  return {
    id: 1,
    name: 'WhatsApp Principal',
    status: 'CONNECTED',
    isDefault: true,
    provider: 'simulator',
    retries: 0,
    greetingMessage: '',
    complationMessage: '',
    outOfHoursMessage: '',
    ratingMessage: '',
    timeSendQueue: 0,
    sendIdQueue: 0,
    queues: [],
    queueIds: [],
    createdAt: '2026-11-15T10:00:00.000Z',
    updatedAt: '2026-11-15T10:00:00.000Z',
    ...over,
  };
}

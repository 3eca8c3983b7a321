import type { ConnectionStatus } from '@prosa/contracts/connections';

/** With several queues the customer is asked to choose, and the greeting is that question. */
export const needsGreeting = (queueIds: number[], greeting: string) => queueIds.length > 1 && greeting.trim() === '';

/** A session that ended by itself is not restarted until a user asks for it. */
export const shouldKeepRunning = (status: ConnectionStatus) => status !== 'DISCONNECTED' && status !== 'TIMEOUT';

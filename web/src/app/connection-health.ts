import type { Connection, ConnectionStatus } from '@prosa/contracts/connections';

/** Every status except connected shows the «!» in the menu. */
const troubles: readonly ConnectionStatus[] = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'];

export type ConnectionHealth = { troubled: boolean; disconnected: readonly { id: number; name: string }[] };

export function healthOf(connections: readonly Connection[]): ConnectionHealth {
  return {
    troubled: connections.some(({ status }) => troubles.includes(status)),
    disconnected: connections
      .filter(({ status }) => status === 'DISCONNECTED' || status === 'TIMEOUT')
      .map(({ id, name }) => ({ id, name })),
  };
}

import { Counter, type Registry } from 'prom-client';
import type { SessionState } from '../../channels/port.ts';

export type CountEnded = (provider: string, state: SessionState) => void;

/** Sessions that ended and will not come back by themselves, for who watches over the installation: some of them need a person. */
export function countEndedSessions(metrics: Registry): CountEnded {
  const ended = new Counter({
    name: 'prosa_connections_ended_total',
    help: 'Sessions of connections that ended for good, by provider and reason',
    labelNames: ['provider', 'why'],
    registers: [metrics],
  });
  return (provider, { status, why }) => {
    if (status === 'DISCONNECTED' || status === 'TIMEOUT') ended.inc({ provider, why: why ?? 'unknown' });
  };
}

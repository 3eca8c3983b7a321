import { useEffect, useEffectEvent } from 'react';
import { useConnections, useConnectionsLive } from '../capabilities/connections/connections.data.ts';
import { useDebounced } from '../platform/forms/debounce.ts';
import { type ConnectionHealth, healthOf } from './connection-health.ts';

const settleTime = 2000;

/** Looks at the company's connections two seconds after each change, so that a short hiccup alarms nobody. */
export function ConnectionWatch({ onHealth }: { onHealth: (health: ConnectionHealth) => void }) {
  useConnectionsLive();
  const settled = useDebounced(useConnections().data, settleTime);
  const tell = useEffectEvent(onHealth);
  useEffect(() => {
    if (settled) tell(healthOf(settled));
  }, [settled]);
  return null;
}

import type { Connection } from '@prosa/contracts/connections';
import { useMessages } from '../../platform/language/messages.ts';
import { StatusPill, type StatusTone } from '../../ui/Chip.tsx';
import styles from './Connections.module.css';
import { connectionsMessages } from './connections.messages.ts';
import { useReason } from './ledger.data.ts';
import { reasonMessages } from './ledger.messages.ts';

const tones: Record<Connection['status'], StatusTone> = {
  qrcode: 'warning',
  DISCONNECTED: 'danger',
  CONNECTED: 'success',
  PAIRING: 'info',
  TIMEOUT: 'warning',
  OPENING: 'neutral',
};

/** How a connection stands and, when it is down, why and what to do: admins may see that. */
export function StatusCell({ connection, mayAct }: { connection: Connection; mayAct: boolean }) {
  const { status, provider } = connection;
  const text = useMessages(connectionsMessages);
  const reasons = useMessages(reasonMessages);
  const reason = useReason(connection, mayAct);
  const isCloud = provider === 'cloud' && (status === 'DISCONNECTED' || status === 'TIMEOUT');
  // That somebody of the company disconnected it needs no explanation.
  const told = reason !== undefined && reason !== 'stopped' ? `${reasons(reason)}. ${reasons(`${reason}_do`)}` : undefined;
  return (
    <span className={styles.status}>
      <StatusPill tone={tones[status]} title={told ?? text(isCloud ? `hint_${status}_cloud` : `hint_${status}`)}>
        {text(isCloud && status === 'TIMEOUT' ? 'TIMEOUT_cloud' : status)}
      </StatusPill>
      {told && <span className={styles.reason}>{told}</span>}
    </span>
  );
}

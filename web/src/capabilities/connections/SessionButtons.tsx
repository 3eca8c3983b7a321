import type { Connection } from '@prosa/contracts/connections';
import { useState } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { DeviceIcon } from '../../ui/icons/icons.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import styles from './Connections.module.css';
import { type SessionAction, useSessionAction } from './connections.data.ts';
import { connectionsMessages } from './connections.messages.ts';

/** What can be done with a session in its present state. */
export function SessionButtons({ connection, onShowQr }: { connection: Connection; onShowQr: () => void }) {
  const { id, provider } = connection;
  const mayDrive = useCan('simulator:drive');
  const session = useSessionAction();
  const act = (action: SessionAction) => session.mutate({ id, action });
  return (
    <>
      <Actions connection={connection} busy={session.isPending} onAct={act} onShowQr={onShowQr} />
      {provider === 'simulator' && mayDrive && <SimulatorLink connection={connection} />}
    </>
  );
}

type ActionsProps = { connection: Connection; busy: boolean; onAct: (action: SessionAction) => void; onShowQr: () => void };

function Actions({ connection: { status, name }, busy, onAct, onShowQr }: ActionsProps) {
  const text = useMessages(connectionsMessages);
  const [asking, setAsking] = useState(false);
  if (status === 'qrcode')
    return (
      <Button kind="primary" onClick={onShowQr}>
        {text('showQr')}
      </Button>
    );
  if (status === 'OPENING') return <Button busy>{text('connecting')}</Button>;
  if (status === 'DISCONNECTED') {
    return (
      <>
        <Button disabled={busy} onClick={() => onAct('start')}>
          {text('retry')}
        </Button>
        <Button
          kind="ghost"
          disabled={busy}
          onClick={() => {
            onAct('newQr');
            onShowQr();
          }}
        >
          {text('newQr')}
        </Button>
      </>
    );
  }
  const disconnect = () => {
    setAsking(false);
    onAct('disconnect');
  };
  return (
    <>
      <Button disabled={busy} onClick={() => setAsking(true)}>
        {text('disconnect')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={text('disconnectTitle', { name })}
          body={text('disconnectBody')}
          confirm={text('disconnect')}
          danger
          onConfirm={disconnect}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

function SimulatorLink({ connection: { id, name } }: { connection: Connection }) {
  const text = useMessages(connectionsMessages);
  return (
    <Link className={styles.link} href={`/simulator?whatsappId=${id}`} aria-label={text('openSimulator', { name })}>
      <DeviceIcon size={16} />
      {text('simulator')}
    </Link>
  );
}

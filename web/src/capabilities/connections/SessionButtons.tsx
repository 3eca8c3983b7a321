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
import { useNoticeFirst } from './Notice.tsx';

type SessionButtonsProps = {
  connection: Connection;
  onShowQr: () => void;
  /** Opens the credentials of a Cloud API connection; nothing where this person may not edit. */
  onCredentials?: (() => void) | undefined;
  /** Opens what is to be done at Meta, and the test. */
  onSetup: () => void;
};

/** What can be done with a session in its present state. */
export function SessionButtons(props: SessionButtonsProps) {
  const { id, provider } = props.connection;
  const mayDrive = useCan('simulator:drive');
  const session = useSessionAction();
  const act = (action: SessionAction) => session.mutate({ id, action });
  const Actions = provider === 'cloud' ? CloudActions : QrActions;
  return (
    <>
      <Actions {...props} busy={session.isPending} onAct={act} />
      {provider === 'simulator' && mayDrive && <SimulatorLink connection={props.connection} />}
    </>
  );
}

type ActionsProps = SessionButtonsProps & { busy: boolean; onAct: (action: SessionAction) => void };

function QrActions({ connection, busy, onAct, onShowQr }: ActionsProps) {
  const text = useMessages(connectionsMessages);
  const notice = useNoticeFirst();
  const { status, provider } = connection;
  /** Nobody pairs WhatsApp by QR code before the company knows what that is. */
  const first = (go: () => void) => (provider === 'baileys' ? notice.first(go) : go());
  if (status === 'qrcode')
    return (
      <>
        <Button kind="primary" onClick={() => first(onShowQr)}>
          {text('showQr')}
        </Button>
        {notice.question}
      </>
    );
  if (status === 'OPENING') return <Button busy>{text('connecting')}</Button>;
  if (status !== 'DISCONNECTED') return <Disconnect {...{ connection, busy, onAct }} />;
  const newQr = () => {
    onAct('newQr');
    onShowQr();
  };
  return (
    <>
      <Button disabled={busy} onClick={() => first(() => onAct('start'))}>
        {text('retry')}
      </Button>
      <Button kind="ghost" disabled={busy} onClick={() => first(newQr)}>
        {text('newQr')}
      </Button>
      {notice.question}
    </>
  );
}

/** Nothing is scanned here: what is wrong is wrong with the credentials or at Meta. */
function CloudActions({ connection, busy, onAct, onCredentials, onSetup }: ActionsProps) {
  const text = useMessages(connectionsMessages);
  if (connection.status === 'OPENING') return <Button busy>{text('connecting')}</Button>;
  const isUp = connection.status === 'CONNECTED';
  return (
    <>
      {isUp || connection.status === 'TIMEOUT' ? (
        <Disconnect {...{ connection, busy, onAct }} />
      ) : (
        <Button disabled={busy} onClick={() => onAct('start')}>
          {text('retry')}
        </Button>
      )}
      {isUp || !onCredentials ? (
        <Button kind="ghost" onClick={onSetup}>
          {text('setup')}
        </Button>
      ) : (
        <Button kind="ghost" onClick={onCredentials}>
          {text('credentials')}
        </Button>
      )}
    </>
  );
}

function Disconnect({ connection: { name, provider }, busy, onAct }: Pick<ActionsProps, 'connection' | 'busy' | 'onAct'>) {
  const text = useMessages(connectionsMessages);
  const [asking, setAsking] = useState(false);
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
          body={text(provider === 'cloud' ? 'disconnectBody_cloud' : 'disconnectBody')}
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

import type { Connection } from '@prosa/contracts/connections';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { useDelayed } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './Connections.module.css';
import { useConnection, useSessionAction } from './connections.data.ts';
import { connectionsMessages } from './connections.messages.ts';

/** The code to scan, replaced as the session makes new ones, gone once the phone is connected. */
export function QrDialog({ connection: { id, name }, onClose }: { connection: Connection; onClose: () => void }) {
  const text = useMessages(connectionsMessages);
  const toast = useToast();
  const connection = useConnection(id);
  const session = useSessionAction();
  const status = connection.data?.status;
  const done = useEffectEvent(() => {
    toast.success(text('connected'));
    onClose();
  });
  useEffect(() => {
    if (status === 'CONNECTED') done();
  }, [status]);
  const code = status === 'qrcode' ? connection.data?.qrcode : undefined;
  const [seen, setSeen] = useState(false);
  if (code && !seen) setSeen(true);
  // A session asked for a moment ago has not told of itself yet.
  const late = useDelayed(3000);
  const expired = status === 'DISCONNECTED' && (seen || late) && !session.isPending;

  return (
    <Dialog title={text('qrTitle', { name })} onClose={onClose}>
      <div className={styles.qr}>
        <div className={styles.code} role="status">
          {code ? (
            <QrCode text={code} label={text('qrAlt')} />
          ) : expired ? (
            <Expired onNew={() => session.mutate({ id, action: 'newQr' })} />
          ) : (
            <Waiting />
          )}
        </div>
        <ol className={styles.steps}>
          {(['step1', 'step2', 'step3'] as const).map((step) => (
            <li key={step}>{text(step)}</li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}

function Waiting() {
  const text = useMessages(connectionsMessages);
  return (
    <span className={styles.waiting}>
      <Spinner size={24} />
      {text('waitingQr')}
    </span>
  );
}

function Expired({ onNew }: { onNew: () => void }) {
  const text = useMessages(connectionsMessages);
  return (
    <span className={styles.waiting}>
      {text('qrExpired')}
      <Button kind="primary" onClick={onNew}>
        {text('makeNew')}
      </Button>
    </span>
  );
}

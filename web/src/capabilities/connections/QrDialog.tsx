import { featuresOf } from '@prosa/contracts/channels';
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
import { AcceptedLine } from './Notice.tsx';
import { PairingCode } from './PairingCode.tsx';
import { useSimulatedScan } from './pairing.data.ts';
import { pairingMessages } from './pairing.messages.ts';
import { Steps } from './Steps.tsx';

/** The code to scan, replaced as the session makes new ones, gone once the phone is connected. */
export function QrDialog({ connection: { id, name, provider }, onClose }: { connection: Connection; onClose: () => void }) {
  const text = useMessages(connectionsMessages);
  const pairing = useMessages(pairingMessages);
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
  const [isByCode, setByCode] = useState(false);
  const renew = <Expired onNew={() => session.mutate({ id, action: 'newQr' })} />;

  return (
    <Dialog title={text('qrTitle', { name })} onClose={onClose}>
      {isByCode ? (
        <PairingCode connectionId={id} isReady={status === 'qrcode'} expired={expired && renew} onBack={() => setByCode(false)} />
      ) : (
        <div className={styles.qr}>
          <div className={styles.code} role="status">
            {code ? <QrCode text={code} label={text('qrAlt')} /> : expired ? renew : <Waiting />}
          </div>
          {provider === 'simulator' ? (
            <SimulatedScan connectionId={id} isReady={code !== undefined} />
          ) : (
            <Steps words={[text('step1'), text('step2'), text('step3')]} />
          )}
          {featuresOf[provider].includes('pairingCode') && (
            <Button kind="ghost" onClick={() => setByCode(true)}>
              {pairing('byCode')}
            </Button>
          )}
        </div>
      )}
      {provider === 'baileys' && <AcceptedLine />}
    </Dialog>
  );
}

/** There is no phone to take out: the simulator reads the code itself. */
function SimulatedScan({ connectionId, isReady }: { connectionId: number; isReady: boolean }) {
  const pairing = useMessages(pairingMessages);
  const scan = useSimulatedScan();
  return (
    <>
      <p className={styles.simulated}>{pairing('simulated')}</p>
      <Button kind="primary" busy={scan.isPending} disabled={!isReady} onClick={() => scan.mutate(connectionId)}>
        {pairing('scanInSimulator')}
      </Button>
    </>
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

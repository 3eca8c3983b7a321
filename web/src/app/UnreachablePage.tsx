import { useEffect, useEffectEvent, useState } from 'react';
import { commonMessages } from '../platform/language/common.messages.ts';
import { useMessages } from '../platform/language/messages.ts';
import { useSessionState } from '../platform/session/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Mark } from '../ui/icons/Mark.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import styles from './NotHerePages.module.css';
import { skeletonMessages } from './skeleton.messages.ts';

const again = 5000;

/** A session may well be there, but the server can not be asked. Asks again by itself. */
export function UnreachablePage() {
  const text = useMessages(skeletonMessages);
  const words = useMessages(commonMessages);
  const { actions } = useSessionState();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await actions.restore();
    setBusy(false);
  };
  const tick = useEffectEvent(() => void retry());
  useEffect(() => {
    const timer = setInterval(() => tick(), again);
    const online = () => tick();
    window.addEventListener('online', online);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', online);
    };
  }, []);
  return (
    <main className={styles.page}>
      <EmptyState
        icon={<Mark size={48} />}
        heading="h1"
        title={text('unreachable')}
        action={
          <Button kind="primary" busy={busy} onClick={() => void retry()}>
            {words('tryAgain')}
          </Button>
        }
      />
    </main>
  );
}

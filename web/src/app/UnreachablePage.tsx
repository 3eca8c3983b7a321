import { useEffect, useEffectEvent, useState } from 'react';
import { commonMessages } from '../platform/language/common.messages.ts';
import { useMessages } from '../platform/language/messages.ts';
import { useSessionState } from '../platform/session/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Logo } from '../ui/icons/Logo.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import styles from './NotHerePages.module.css';
import { skeletonMessages } from './skeleton.messages.ts';

const retryMilliseconds = 5000;

/** Shown while the server is unreachable and the session unknown. Retries by itself. */
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
    const timer = setInterval(() => tick(), retryMilliseconds);
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
        icon={<Logo size={48} />}
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

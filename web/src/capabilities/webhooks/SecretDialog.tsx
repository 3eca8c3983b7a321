import { useMessages } from '../../platform/language/messages.ts';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Code } from '../messages-api/CodeTabs.tsx';
import styles from './Webhooks.module.css';
import { webhooksMessages } from './webhooks.messages.ts';

/** The secret of a webhook that was just added, to be put into the receiver. */
export function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const text = useMessages(webhooksMessages);
  return (
    <Dialog title={text('secretOf', { name })} onClose={onClose} footer={<CloseButton kind="primary" />}>
      <div className={styles.secret}>
        <p>{text('secretOnce')}</p>
        <Code label={text('secret')} source={secret} />
      </div>
    </Dialog>
  );
}

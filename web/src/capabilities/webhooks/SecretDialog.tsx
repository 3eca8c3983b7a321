import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Code } from '../messages-api/CodeTabs.tsx';
import styles from './Webhooks.module.css';
import { webhooksMessages } from './webhooks.messages.ts';

/** The secret of a webhook that was just added, to be put into the receiver. */
export function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const text = useMessages(webhooksMessages);
  const common = useMessages(commonMessages);
  return (
    <Dialog
      title={text('secretOf', { name })}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
      <div className={styles.secret}>
        <p>{text('secretOnce')}</p>
        <Code label={text('secret')} source={secret} />
      </div>
    </Dialog>
  );
}

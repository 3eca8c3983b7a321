import { useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { CopyIcon } from '../../ui/icons/icons.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import styles from './Connections.module.css';
import { useConnection, useNewToken } from './connections.data.ts';
import { connectionsMessages } from './connections.messages.ts';

/** The key of the messages API: to be copied or replaced, never typed. */
export function TokenField({ connectionId }: { connectionId: number }) {
  const text = useMessages(connectionsMessages);
  const toast = useToast();
  const connection = useConnection(connectionId);
  const renew = useNewToken();
  const [asking, setAsking] = useState(false);
  const token = connection.data?.token ?? '';
  const copy = async () => {
    await navigator.clipboard.writeText(token);
    toast.success(text('copied'));
  };
  const replace = () => renew.mutate(connectionId, { onSettled: () => setAsking(false) });
  const copyButton = (
    <IconButton label={text('copy')} disabled={token === ''} onClick={() => void copy()}>
      <CopyIcon size={16} />
    </IconButton>
  );
  return (
    <div className={styles.token}>
      <TextField
        label={text('token')}
        value={token}
        readOnly
        hint={text('tokenHint')}
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
        trailing={copyButton}
      />
      <Button onClick={() => setAsking(true)}>{text('newToken')}</Button>
      {asking && (
        <ConfirmDialog
          title={text('newTokenTitle')}
          body={text('newTokenBody')}
          confirm={text('newToken')}
          danger
          busy={renew.isPending}
          onConfirm={replace}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

import type { ConnectionDetail } from '@prosa/contracts/connections';
import { useMessages } from '../../platform/language/messages.ts';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import styles from './Cloud.module.css';
import { CopyButton, CopyField } from './CopyField.tsx';
import { cloudMessages } from './cloud.messages.ts';
import type { ConnectionDraft } from './connection-form.ts';
import { useConnection } from './connections.data.ts';
import { TestButton } from './TestButton.tsx';

type CloudView = NonNullable<ConnectionDetail['cloud']>;
type CloudSectionProps = { draft: ConnectionDraft; connection: ConnectionDetail | undefined };

/** The credentials of a Cloud API connection, with where to find each; for one that exists also its webhook and test. */
export function CloudSection({ draft, connection }: CloudSectionProps) {
  const text = useMessages(cloudMessages);
  const { values } = draft;
  const cloud = connection?.cloud;
  const isKept = cloud?.configured === true;
  const isChanged =
    values.accessToken !== '' ||
    values.phoneNumberId !== cloud?.phoneNumberId ||
    values.wabaId !== cloud?.wabaId ||
    values.appSecret !== '';
  return (
    <>
      {cloud && <Missing names={cloud.missing} />}
      <p className={styles.intro}>{text('where')}</p>
      <div className={styles.pair}>
        {(['phoneNumberId', 'wabaId'] as const).map((field) => (
          <TextField
            key={field}
            label={text(field)}
            hint={text(`${field}Hint`)}
            inputMode="numeric"
            autoComplete="off"
            {...bound(draft, field)}
          />
        ))}
      </div>
      {(['accessToken', 'appSecret'] as const).map((field) => (
        <PasswordField
          key={field}
          label={text(field)}
          hint={isKept ? `${text('keptHint')} ${text(`${field}Hint`)}` : text(`${field}Hint`)}
          placeholder={isKept ? `•••••••• ${text('kept')}` : undefined}
          autoComplete="off"
          {...bound(draft, field)}
        />
      ))}
      <TextField
        label={text('verifyToken')}
        hint={isKept ? `${text('keptHint')} ${text('verifyTokenHint')}` : text('verifyTokenHint')}
        placeholder={isKept ? `•••••••• ${text('kept')}` : undefined}
        autoComplete="off"
        spellCheck={false}
        {...bound(draft, 'verifyToken')}
        trailing={<CopyButton label={text('copyNamed', { name: text('verifyToken') })} value={values.verifyToken} />}
      />
      {connection && cloud ? (
        <>
          <CopyField label={text('webhookUrl')} value={cloud.webhookUrl} />
          <Steps />
          <TestButton connectionId={connection.id} unsaved={isChanged} />
        </>
      ) : (
        <p className={styles.intro}>{text('webhookLater')}</p>
      )}
    </>
  );
}

/** Names the credentials without which the connection does not open. */
function Missing({ names }: { names: CloudView['missing'] }) {
  const text = useMessages(cloudMessages);
  if (names.length === 0) return null;
  return (
    <p className={styles.missing} role="status">
      {text('missing', { names: names.map((name) => text(name)).join(', ') })}
    </p>
  );
}

/** The server tells of a credential by its place inside `cloud`. */
function bound(draft: ConnectionDraft, field: 'phoneNumberId' | 'wabaId' | 'accessToken' | 'appSecret' | 'verifyToken') {
  const binding = draft.field(field);
  return { ...binding, error: binding.error ?? draft.errors[`cloud.${field}`] };
}

function Steps() {
  const text = useMessages(cloudMessages);
  return (
    <ol className={styles.steps}>
      {(['step1', 'step2', 'step3', 'step4'] as const).map((step) => (
        <li key={step}>{text(step)}</li>
      ))}
    </ol>
  );
}

type CloudSetupProps = { connectionId: number; name: string; verifyToken: string | undefined; onClose: () => void };

/** What is left to do at Meta once the credentials are stored. */
export function CloudSetupDialog({ connectionId, name, verifyToken, onClose }: CloudSetupProps) {
  const text = useMessages(cloudMessages);
  const connection = useConnection(connectionId);
  return (
    <Dialog title={text('setupTitle', { name })} onClose={onClose}>
      <p>{text(verifyToken ? 'setupIntro' : 'setupKnown')}</p>
      <Steps />
      <CopyField label={text('webhookUrl')} value={connection.data?.cloud?.webhookUrl ?? ''} />
      {verifyToken ? (
        <CopyField label={text('verifyToken')} value={verifyToken} />
      ) : (
        <p className={styles.intro}>
          <b>{text('verifyToken')}:</b> {text('verifyTokenKept')}
        </p>
      )}
      <TestButton connectionId={connectionId} />
    </Dialog>
  );
}

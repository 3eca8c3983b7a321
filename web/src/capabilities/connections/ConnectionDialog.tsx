import type { ProviderName } from '@prosa/contracts/channels';
import type { Connection, ConnectionDetail } from '@prosa/contracts/connections';
import type { ReactNode } from 'react';
import { errorText } from '../../platform/api/errors.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { QueueChoice } from '../queues/QueueChoice.tsx';
import { useQueues } from '../queues/queues.data.ts';
import { CloudSection } from './CloudSection.tsx';
import styles from './Connections.module.css';
import { newVerifyToken } from './cloud.data.ts';
import { cloudMessages } from './cloud.messages.ts';
import { blankConnection, type ConnectionDraft, ConnectionForm, KeptSecretsForm, toInput, valuesOf } from './connection-form.ts';
import { connections, saveConnection, useConnection } from './connections.data.ts';
import { connectionsMessages } from './connections.messages.ts';
import { MessageField } from './MessageField.tsx';
import { AcceptedLine, useNoticeFirst } from './Notice.tsx';
import { FixedProvider, ProviderChoice } from './ProviderChoice.tsx';
import { TokenField } from './TokenField.tsx';

const messageFields = ['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage'] as const;

type ConnectionDialogProps = {
  connection?: Connection | undefined;
  onClose: () => void;
  onSaved?: (connection: Connection) => void;
  /** The verify token as it was saved: nobody is told it again. */
  onVerifyToken?: (token: string) => void;
};

export function ConnectionDialog(props: ConnectionDialogProps) {
  const { connection } = props;
  return connection?.provider === 'cloud' ? <CloudDialog {...props} connection={connection} /> : <Form {...props} />;
}

/** The ids at Meta are only told with the connection itself. */
function CloudDialog(props: ConnectionDialogProps & { connection: Connection }) {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const detail = useConnection(props.connection.id);
  if (detail.data) return <Form {...props} detail={detail.data} />;
  const retry = <Button onClick={() => void detail.refetch()}>{common('tryAgain')}</Button>;
  return (
    <Dialog title={text('edit')} wide onClose={props.onClose}>
      {detail.isError ? <EmptyState title={errorText(detail.error)} action={retry} /> : <SkeletonRows />}
    </Dialog>
  );
}

function Form({ connection, detail, onVerifyToken, ...rest }: ConnectionDialogProps & { detail?: ConnectionDetail }) {
  const text = useMessages(connectionsMessages);
  const cloud = useMessages(cloudMessages);
  const queues = useQueues().data;
  return (
    <RecordForm
      {...{ records: connections, messages: connectionsMessages, record: connection, blank: blankConnection, ...rest }}
      schema={detail?.cloud?.configured ? KeptSecretsForm : ConnectionForm}
      valuesOf={(now) => valuesOf(now, detail?.cloud)}
      wide
      save={(form) => {
        if (form.verifyToken !== '') onVerifyToken?.(form.verifyToken);
        return saveConnection(connection?.id, toInput(form));
      }}
      refusals={{ ERR_WAPP_GREETING_REQUIRED: 'greetingMessage' }}
    >
      {(draft) => (
        <div className={styles.form}>
          <Section title={text('general')}>
            <General draft={draft} connection={connection} />
          </Section>
          {draft.values.provider === 'cloud' && (
            <Section title={cloud('credentials')}>
              <CloudSection draft={draft} connection={detail} />
            </Section>
          )}
          <QueueChoice {...draft.field('queueIds')} />
          <Section title={text('texts')}>
            {messageFields.map((field) => {
              const count = text('characters', { n: draft.values[field].length });
              const hint = field === 'greetingMessage' ? `${text('greetingHint')} ${count}` : count;
              return <MessageField key={field} label={text(field)} hint={hint} {...draft.field(field)} />;
            })}
          </Section>
          <Section title={text('redirect')}>
            <Redirect draft={draft} queues={queues ?? []} />
          </Section>
        </div>
      )}
    </RecordForm>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function General({ draft, connection }: { draft: ConnectionDraft; connection: Connection | undefined }) {
  const { field, values, set } = draft;
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  return (
    <>
      <TextField label={common('name')} maxLength={50} autoComplete="off" {...field('name')} />
      {connection ? <FixedProvider provider={connection.provider} /> : <NewProvider draft={draft} />}
      {values.provider === 'baileys' && <AcceptedLine />}
      <Switch label={text('isDefault')} on={values.isDefault} onChange={(on) => set('isDefault', on)} />
      {connection && <TokenField connectionId={connection.id} />}
    </>
  );
}

/** Choosing WhatsApp by QR code asks first whether the company knows what that is. */
function NewProvider({ draft: { field, values, set } }: { draft: ConnectionDraft }) {
  const notice = useNoticeFirst();
  const choose = (provider: ProviderName) => {
    if (provider === 'cloud' && values.verifyToken === '') set('verifyToken', newVerifyToken());
    if (provider === 'baileys') notice.first(() => set('provider', provider));
    else set('provider', provider);
  };
  const { value, error } = field('provider');
  return (
    <>
      <ProviderChoice value={value} error={error} onChange={choose} />
      {notice.question}
    </>
  );
}

/** A figure as it is typed; the schema makes it a number. */
const asText = (figure: unknown) => (typeof figure === 'string' || typeof figure === 'number' ? String(figure) : '0');

/** Who is not served in time goes on to another queue. */
function Redirect({ draft: { field, set }, queues }: { draft: ConnectionDraft; queues: readonly { id: number; name: string }[] }) {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const known = queues.map(({ id, name }) => ({ value: String(id), label: name }));
  const [queue, minutes] = [field('sendIdQueue'), field('timeSendQueue')];
  return (
    <div className={styles.pair}>
      <Select
        label={common('queue')}
        options={[{ value: '0', label: text('noRedirect') }, ...known]}
        {...queue}
        value={asText(queue.value)}
        onChange={(id) => set('sendIdQueue', Number(id))}
      />
      <TextField label={text('minutes')} type="number" inputMode="numeric" min={0} {...minutes} value={asText(minutes.value)} />
    </div>
  );
}

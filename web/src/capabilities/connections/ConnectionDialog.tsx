import { providers } from '@prosa/contracts/channels';
import { type Connection, ConnectionInput } from '@prosa/contracts/connections';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Draft, Filled } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm } from '../../ui/records/RecordForm.tsx';
import { QueueChoice } from '../queues/QueueChoice.tsx';
import { useQueues } from '../queues/queues.data.ts';
import styles from './Connections.module.css';
import { connections, saveConnection } from './connections.data.ts';
import { connectionsMessages } from './connections.messages.ts';
import { MessageField } from './MessageField.tsx';
import { TokenField } from './TokenField.tsx';

const Form = ConnectionInput.omit({ token: true, cloud: true });
type Values = Filled<z.input<typeof Form>>;
const blank: Values = {
  name: '',
  isDefault: false,
  provider: 'simulator',
  queueIds: [],
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  timeSendQueue: 0,
  sendIdQueue: 0,
};
const messageFields = ['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage'] as const;

type ConnectionDialogProps = { connection?: Connection | undefined; onClose: () => void; onSaved: (connection: Connection) => void };

export function ConnectionDialog({ connection, ...rest }: ConnectionDialogProps) {
  const text = useMessages(connectionsMessages);
  const queues = useQueues().data;
  return (
    <RecordForm
      {...{ records: connections, messages: connectionsMessages, record: connection, schema: Form, blank, valuesOf, ...rest }}
      wide
      save={(input) => saveConnection(connection?.id, input)}
      refusals={{ ERR_WAPP_GREETING_REQUIRED: 'greetingMessage' }}
    >
      {(draft) => (
        <div className={styles.form}>
          <Section title={text('general')}>
            <General draft={draft} connection={connection} />
          </Section>
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

/** What the form edits; the rest of a connection stays as it is. */
function valuesOf({ name, isDefault, provider, queueIds, timeSendQueue, sendIdQueue, ...texts }: Connection): Values {
  const { greetingMessage, complationMessage, outOfHoursMessage, ratingMessage } = texts;
  const figures = { timeSendQueue, sendIdQueue };
  return { name, isDefault, provider, queueIds, ...figures, greetingMessage, complationMessage, outOfHoursMessage, ratingMessage };
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

type FormDraft = Draft<typeof Form, Values>;

function General({ draft: { field, values, set }, connection }: { draft: FormDraft; connection: Connection | undefined }) {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const options = providers.map((value) => ({ value, label: text(`provider_${value}`) }));
  return (
    <>
      <TextField label={common('name')} maxLength={50} autoComplete="off" {...field('name')} />
      {!connection && <Select label={text('provider')} options={options} hint={text('providerHint')} {...field('provider')} />}
      <Switch label={text('isDefault')} on={values.isDefault === true} onChange={(on) => set('isDefault', on)} />
      {connection && <TokenField connectionId={connection.id} />}
    </>
  );
}

/** A figure as it is typed; the schema makes it a number. */
const asText = (figure: unknown) => (typeof figure === 'string' || typeof figure === 'number' ? String(figure) : '0');

/** Who is not served in time goes on to another queue. */
function Redirect({ draft: { field, set }, queues }: { draft: FormDraft; queues: readonly { id: number; name: string }[] }) {
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

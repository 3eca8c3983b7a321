import { type Connection, type ConnectionDetail, ConnectionInput, providers } from '@prosa/contracts/connections';
import { ApiError } from '../../platform/api/api.ts';
import { errorText, showError } from '../../platform/api/errors.ts';
import { useDraft } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/overlays/Toaster.tsx';
import { useQueues } from '../queues/queues.data.ts';
import styles from './Connections.module.css';
import { useSaveConnection } from './connections.data.ts';
import { connectionsMessages } from './connections.messages.ts';
import { MessageField } from './MessageField.tsx';
import { TokenField } from './TokenField.tsx';

const blank = {
  name: '',
  isDefault: false,
  provider: 'simulator' as const,
  queueIds: [],
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  timeSendQueue: 0,
  sendIdQueue: 0,
};
const messageFields = ['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage'] as const;

type ConnectionDialogProps = { connection?: Connection; onClose: () => void; onAdded?: (connection: ConnectionDetail) => void };

export function ConnectionDialog({ connection, onClose, onAdded }: ConnectionDialogProps) {
  const text = useMessages(connectionsMessages);
  const toast = useToast();
  const save = useSaveConnection(connection?.id);
  const draft = useDraft(ConnectionInput, connection ? pick(connection) : blank);
  const submit = draft.onSubmit((input) =>
    save.mutate(input, {
      onSuccess: (saved) => {
        toast.success(text('saved'));
        onClose();
        onAdded?.(saved);
      },
      onError: (error) => {
        if (!draft.refuse(error) && !isGreeting(error)) showError(error);
      },
    }),
  );

  return (
    <Dialog
      wide
      title={text(connection ? 'edit' : 'add')}
      dirty={draft.dirty}
      onClose={onClose}
      onSubmit={submit}
      footer={<SaveButtons busy={save.isPending} onCancel={onClose} />}
    >
      <div className={styles.form}>
        <General draft={draft} connection={connection} />
        <QueuesOf chosen={draft.values.queueIds ?? []} onChoose={(ids) => draft.set('queueIds', ids)} />
        <fieldset className={styles.section}>
          <legend>{text('texts')}</legend>
          {messageFields.map((field) => {
            const value = draft.values[field] ?? '';
            const error = field === 'greetingMessage' && isGreeting(save.error) ? errorText(save.error) : draft.errors[field];
            const count = text('characters', { n: value.length });
            const hint = field === 'greetingMessage' ? `${text('greetingHint')} ${count}` : count;
            return (
              <MessageField
                key={field}
                label={text(field)}
                value={value}
                error={error}
                hint={hint}
                onChange={(next) => draft.set(field, next)}
                onBlur={() => draft.leave(field)}
              />
            );
          })}
        </fieldset>
        <Redirect draft={draft} />
      </div>
    </Dialog>
  );
}

const isGreeting = (error: unknown) => error instanceof ApiError && error.code === 'ERR_WAPP_GREETING_REQUIRED';

/** What the form edits; the rest of a connection stays as it is. */
function pick({
  name,
  isDefault,
  provider,
  queueIds,
  greetingMessage,
  complationMessage,
  outOfHoursMessage,
  ratingMessage,
  timeSendQueue,
  sendIdQueue,
}: Connection) {
  return {
    name,
    isDefault,
    provider,
    queueIds,
    greetingMessage,
    complationMessage,
    outOfHoursMessage,
    ratingMessage,
    timeSendQueue,
    sendIdQueue,
  };
}

type Draft = ReturnType<typeof useDraft<typeof ConnectionInput>>;

function General({ draft: { values, errors, set, leave }, connection }: { draft: Draft; connection: Connection | undefined }) {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const options = providers.map((value) => ({ value, label: text(`provider_${value}`) }));
  return (
    <fieldset className={styles.section}>
      <legend>{text('general')}</legend>
      <TextField
        label={common('name')}
        value={values.name}
        error={errors.name}
        maxLength={50}
        autoComplete="off"
        onChange={(name) => set('name', name)}
        onBlur={() => leave('name')}
      />
      {!connection && (
        <Select
          label={text('provider')}
          value={values.provider ?? 'simulator'}
          options={options}
          hint={text('providerHint')}
          onChange={(provider) => set('provider', provider)}
        />
      )}
      <Switch label={text('isDefault')} on={values.isDefault ?? false} onChange={(on) => set('isDefault', on)} />
      {connection && <TokenField connectionId={connection.id} />}
    </fieldset>
  );
}

/** A figure as it is typed; the schema makes it a number. */
const asText = (figure: unknown) => (typeof figure === 'string' || typeof figure === 'number' ? String(figure) : '0');

/** Who is not served in time goes on to another queue. */
function Redirect({ draft: { values, errors, set, leave } }: { draft: Draft }) {
  const text = useMessages(connectionsMessages);
  const common = useMessages(commonMessages);
  const queues = useQueues().data ?? [];
  const known = queues.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <fieldset className={styles.section}>
      <legend>{text('redirect')}</legend>
      <div className={styles.pair}>
        <Select
          label={common('queue')}
          value={asText(values.sendIdQueue)}
          options={[{ value: '0', label: text('noRedirect') }, ...known]}
          error={errors.sendIdQueue}
          onChange={(id) => set('sendIdQueue', Number(id))}
        />
        <TextField
          label={text('minutes')}
          type="number"
          inputMode="numeric"
          min={0}
          value={asText(values.timeSendQueue)}
          error={errors.timeSendQueue}
          onChange={(minutes) => set('timeSendQueue', minutes)}
          onBlur={() => leave('timeSendQueue')}
        />
      </div>
    </fieldset>
  );
}

function QueuesOf({ chosen, onChoose }: { chosen: readonly number[]; onChoose: (ids: number[]) => void }) {
  const text = useMessages(connectionsMessages);
  const queues = useQueues();
  // In the order of choosing, which is the order customers are offered them.
  const toggle = (id: number, on: boolean) => onChoose(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset className={styles.section}>
      <legend>{text('queues')}</legend>
      {queues.data?.length === 0 && <p className={styles.note}>{text('noQueues')}</p>}
      <div className={styles.queues}>
        {queues.data?.map((queue) => (
          <Checkbox
            key={queue.id}
            label={<Chip color={queue.color}>{queue.name}</Chip>}
            checked={chosen.includes(queue.id)}
            onChange={(on) => toggle(queue.id, on)}
          />
        ))}
      </div>
    </fieldset>
  );
}

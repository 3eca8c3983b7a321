import type { Schedule } from '@prosa/contracts/schedules';
import { useState } from 'react';
import { errorText } from '../../platform/api/errors.ts';
import type { Binding } from '../../platform/forms/draft.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { formatDateTime, formatPhone } from '../../platform/language/format.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Banner } from '../../ui/Banner.tsx';
import { CloseButton } from '../../ui/CloseButton.tsx';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useRecordForm } from '../../ui/records/useRecordForm.tsx';
import { useConnections } from '../connections/connections.data.ts';
import { ContactChoice, type ScheduleContact } from './ContactChoice.tsx';
import { FileField } from './FileField.tsx';
import { MessageField } from './MessageField.tsx';
import styles from './Schedules.module.css';
import { type DayAndTime, inOneHour } from './schedule-time.ts';
import { blankSchedule, ScheduleForm, type ScheduleRow, type ScheduleValues, saveSchedule, schedules, valuesOf } from './schedules.data.ts';
import { schedulesMessages } from './schedules.messages.ts';
import { TimeFields } from './TimeFields.tsx';

type ScheduleDialogProps = {
  schedule?: Schedule | undefined;
  /** Somebody who is settled already: from the list of contacts, or from a conversation. */
  contact?: ScheduleContact | undefined;
  /** When a new one is to be sent; in an hour, unless given. */
  at?: DayAndTime | undefined;
  onClose: () => void;
  onSaved?: ((saved: ScheduleRow) => void) | undefined;
};

/** Adds a schedule, changes one, or shows one that was sent. */
export function ScheduleDialog({ schedule, contact: fixed, at, onClose, onSaved }: ScheduleDialogProps) {
  const text = useMessages(schedulesMessages);
  const [blank] = useState(() => blankSchedule(at ?? inOneHour(Date.now()), fixed?.id ?? null));
  const { draft, submit, busy, notices } = useRecordForm<typeof ScheduleForm, ScheduleValues, Schedule, ScheduleRow>({
    records: schedules.all,
    messages: schedulesMessages,
    record: schedule,
    schema: ScheduleForm,
    blank,
    valuesOf,
    refusals: { ERR_SCHEDULE_SENT: 'form', ERR_NO_CONTACT_FOUND: 'contactId', ERR_NO_WAPP_FOUND: 'whatsappId' },
    save: (input) => saveSchedule(schedule, input),
    onSaved: (saved) => {
      onClose();
      onSaved?.(saved);
    },
  });
  const isSent = schedule?.sentAt != null;
  const title = !schedule ? 'add' : schedule.status === 'ERRO' ? 'errorTitle' : isSent ? 'sentTitle' : 'edit';
  const { file, keepsFile } = draft.values;
  const name = file?.name ?? (keepsFile ? (schedule?.mediaName ?? undefined) : undefined);
  return (
    <Dialog
      title={text(title)}
      onClose={onClose}
      dirty={draft.dirty}
      {...(!isSent && { onSubmit: submit })}
      footer={isSent ? <CloseButton /> : <SaveButtons busy={busy} />}
    >
      <div className={styles.form}>
        {notices}
        {schedule && <Outcome schedule={schedule} />}
        <Who {...{ schedule, fixed, draft }} readOnly={isSent} />
        <MessageField field={draft.field('body')} readOnly={isSent} />
        {!isSent && <TimeFields field={draft.field('sendAt')} />}
        {!isSent && <ConnectionField field={draft.field('whatsappId')} />}
        <FileField
          name={name}
          readOnly={isSent}
          onChoose={(chosen) => draft.set('file', chosen)}
          onRemove={() => (file ? draft.set('file', null) : draft.set('keepsFile', false))}
        />
      </div>
    </Dialog>
  );
}

/** What became of it: sent, or why not. */
function Outcome({ schedule: { status, sentAt, reason } }: { schedule: Schedule }) {
  const text = useMessages(schedulesMessages);
  if (sentAt !== null)
    return (
      <Banner tone="success" inset>
        {text('sentOn', { date: formatDateTime(sentAt) })}
      </Banner>
    );
  if (status !== 'ERRO') return null;
  return (
    <Banner tone="danger" inset>
      {text('why', { reason: errorText(reason ?? '') })} {text('retryHint')}
    </Banner>
  );
}

type Draft = ReturnType<typeof useRecordForm<typeof ScheduleForm, ScheduleValues, Schedule, ScheduleRow>>['draft'];
type WhoProps = { schedule: Schedule | undefined; fixed: ScheduleContact | undefined; draft: Draft; readOnly: boolean };

function Who({ schedule, fixed, draft, readOnly }: WhoProps) {
  const text = useMessages(schedulesMessages);
  const common = useMessages(commonMessages);
  const [contact, setContact] = useState(fixed ?? schedule?.contact);
  const [words, setWords] = useState(contact?.name ?? '');
  const { error } = draft.field('contactId');
  if (readOnly || fixed)
    return (
      <dl className={styles.fixed}>
        <dt>{common('contact')}</dt>
        <dd>
          <b>{contact?.name}</b> {formatPhone(contact?.number ?? '')}
        </dd>
        {error && <dd role="alert">{error}</dd>}
      </dl>
    );
  return (
    <ContactChoice
      {...{ contact, words }}
      onWords={setWords}
      onChoose={(chosen) => {
        setContact(chosen);
        draft.set('contactId', chosen?.id ?? null);
        if (chosen) setWords(chosen.name);
      }}
      error={error === 'required' ? text('required') : error}
    />
  );
}

function ConnectionField({ field }: { field: Binding<string> }) {
  const text = useMessages(schedulesMessages);
  const common = useMessages(commonMessages);
  const connections = useConnections().data ?? [];
  return (
    <Select
      label={common('connection')}
      hint={text('connectionHint')}
      {...field}
      options={[
        { value: '', label: text('defaultConnection') },
        ...connections.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

import { type FormEvent, lazy, Suspense, useState } from 'react';
import { errorText } from '../../../platform/api/errors.ts';
import { useNavigate } from '../../../platform/browser/navigation.ts';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SaveButtons } from '../../../ui/fields/SaveButtons.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useVisibleQueues } from '../../queues/queues.data.ts';
import { ContactField } from './ContactField.tsx';
import styles from './Dialogs.module.css';
import { type NewTicketContact, otherOpenTicket, useCreateTicket } from './new-ticket.data.ts';
import { newTicketMessages } from './new-ticket.messages.ts';

const ContactDialog = lazy(async () => ({ default: (await import('../../contacts/ContactDialog.tsx')).ContactDialog }));
const noQueue = '0';

/** Begins a conversation: with whom, and in which queue. */
export function NewTicketDialog({ contact: given, onClose }: { contact?: NewTicketContact | undefined; onClose: () => void }) {
  const text = useMessages(newTicketMessages);
  const common = useMessages(commonMessages);
  const [contact, setContact] = useState(given);
  const [words, setWords] = useState(given?.name ?? '');
  const [adding, setAdding] = useState<string>();
  const queue = useQueueChoice();
  const [isChecked, setChecked] = useState(false);
  const create = useCreateTicket();
  const navigate = useNavigate();
  const choose = (chosen: NewTicketContact | undefined) => {
    create.reset();
    setContact(chosen);
    if (chosen) setWords(chosen.name);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setChecked(true);
    if (!contact || queue.isMissing || create.isPending) return;
    create.mutate({ contactId: contact.id, queueId: queue.id }, { onSuccess: ({ uuid }) => leave(uuid) });
  };
  const leave = (uuid: string) => {
    onClose();
    navigate(`/tickets/${uuid}`);
  };
  const footer = <SaveButtons busy={create.isPending} />;
  return (
    <>
      <Dialog title={text('title')} onClose={onClose} onSubmit={submit} footer={footer} dirty={given === undefined && words !== ''}>
        <ContactField
          {...{ contact, words }}
          onWords={setWords}
          onChoose={choose}
          onAdd={setAdding}
          error={isChecked && !contact ? 'required' : undefined}
        />
        <Select
          label={common('queue')}
          placeholder={text('chooseQueue')}
          {...queue.field}
          error={isChecked && queue.isMissing ? text('queueNeeded') : undefined}
        />
        {create.error && <Refusal error={create.error} onOpen={leave} />}
      </Dialog>
      {adding !== undefined && (
        <Suspense>
          <ContactDialog {...asNameOrNumber(adding)} onClose={() => setAdding(undefined)} onSaved={choose} />
        </Suspense>
      )}
    </>
  );
}

/** One's own queues, for admins all of them or none. A queue without alternative is chosen already. */
function useQueueChoice() {
  const text = useMessages(newTicketMessages);
  const isAdmin = useSession().user.profile === 'admin';
  const queues = useVisibleQueues() ?? [];
  const [typed, setTyped] = useState<string>();
  const [only, ...others] = queues;
  const value = typed ?? (only && others.length === 0 && !isAdmin ? String(only.id) : '');
  const known = queues.map(({ id, name }) => ({ value: String(id), label: name }));
  return {
    id: value === '' || value === noQueue ? null : Number(value),
    isMissing: !isAdmin && value === '',
    field: { value, onChange: setTyped, options: isAdmin ? [{ value: noQueue, label: text('noQueue') }, ...known] : known },
  };
}

function Refusal({ error, onOpen }: { error: unknown; onOpen: (uuid: string) => void }) {
  const text = useMessages(newTicketMessages);
  const other = otherOpenTicket(error);
  return (
    <div role="alert" className={styles.refusal}>
      <p>
        {errorText(error)}
        {other?.where && ` (${other.where})`}
      </p>
      {other && <Button onClick={() => onOpen(other.uuid)}>{text('openOther')}</Button>}
    </div>
  );
}

const asNameOrNumber = (typed: string) => (/^[\d\s()+.-]+$/.test(typed) ? { initialNumber: typed } : { initialName: typed });

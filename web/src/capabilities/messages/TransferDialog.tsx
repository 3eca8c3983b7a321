import type { Ticket } from '@prosa/contracts/tickets';
import type { User } from '@prosa/contracts/users';
import { type FormEvent, useState } from 'react';
import { commonMessages } from '../../platform/common.messages.ts';
import { useMessages } from '../../platform/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { PersonPicker } from './PersonPicker.tsx';
import { useTransfer, useTransferQueues } from './transfer.data.ts';
import { transferMessages } from './transfer.messages.ts';

/** Gives a ticket to another queue, and in it to a person or to whoever takes it. */
export function TransferDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const text = useMessages(transferMessages);
  const common = useMessages(commonMessages);
  const [person, setPerson] = useState<User>();
  const [queueId, setQueueId] = useState<string>('');
  const [missing, setMissing] = useState(false);
  const queues = useTransferQueues(person);
  const transfer = useTransfer(ticket);
  const chosen = queues.find(({ id }) => String(id) === queueId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!chosen);
    if (!chosen) return;
    onClose();
    void transfer(chosen, person);
  };
  const choosePerson = (next: User | undefined) => {
    setPerson(next);
    const [only, ...others] = next?.queues ?? [];
    if (only && others.length === 0) setQueueId(String(only.id));
    else if (next && !next.queues.some(({ id }) => String(id) === queueId)) setQueueId('');
  };
  const footer = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button kind="primary" type="submit">
        {text('transfer')}
      </Button>
    </>
  );
  return (
    <Dialog title={text('title')} onClose={onClose} onSubmit={submit} footer={footer}>
      <PersonPicker label={text('user')} person={person} onChoose={choosePerson} />
      <Select
        label={common('queue')}
        placeholder={text('chooseQueue')}
        value={chosen ? queueId : ''}
        error={missing && !chosen ? 'required' : undefined}
        options={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={setQueueId}
        hint={person ? undefined : text('withoutUser')}
      />
    </Dialog>
  );
}

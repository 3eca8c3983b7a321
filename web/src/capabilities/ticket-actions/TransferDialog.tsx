import type { Ticket } from '@prosa/contracts/tickets';
import type { User } from '@prosa/contracts/users';
import { type FormEvent, useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan, useSession } from '../../platform/session/session.tsx';
import { SaveButtons } from '../../ui/fields/SaveButtons.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useQueues } from '../queues/queues.data.ts';
import { PersonField } from './PersonField.tsx';
import { transferMessages } from './transfer.messages.ts';
import { useBulkActions } from './useBulkActions.ts';
import { useTicketActions } from './useTicketActions.ts';

type TransferDialogProps = {
  tickets: readonly Ticket[];
  onClose: () => void;
  /** Once it is on its way. */
  onSent?: (() => void) | undefined;
};

/** Transfers tickets to a queue, optionally to one user. */
export function TransferDialog({ tickets, onClose, onSent }: TransferDialogProps) {
  const text = useMessages(transferMessages);
  const common = useMessages(commonMessages);
  const [person, setPerson] = useState<User>();
  const [queueId, setQueueId] = useState('');
  const [missing, setMissing] = useState(false);
  const all = useQueues().data ?? [];
  const queues = person ? person.queues : all;
  const chosen = queues.find(({ id }) => String(id) === queueId);
  const send = useSend(tickets);
  const mayAssign = useMayAssign(tickets);
  const choosePerson = (next: User | undefined) => {
    setPerson(next);
    const [only, ...others] = next?.queues ?? [];
    if (only && others.length === 0) setQueueId(String(only.id));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setMissing(!chosen);
    if (!chosen) return;
    onClose();
    onSent?.();
    send(chosen.id, person?.id);
  };
  const footer = <SaveButtons label={text('transfer')} />;
  return (
    <Dialog
      title={tickets.length > 1 ? text('titleMany', { n: tickets.length }) : text('title')}
      {...{ onClose, footer }}
      dirty={person !== undefined || queueId !== ''}
      onSubmit={submit}
    >
      {mayAssign && <PersonField person={person} onChoose={choosePerson} />}
      <Select
        label={common('queue')}
        placeholder={text('chooseQueue')}
        value={chosen ? queueId : ''}
        error={missing && !chosen ? 'required' : undefined}
        options={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={setQueueId}
        required
        hint={queues.length === 0 && person ? text('noQueuesOf', { name: person.name }) : person ? undefined : text('withoutUser')}
      />
    </Dialog>
  );
}

/** As the server decides: everybody hands on what they serve; giving colleagues other tickets takes a manager. */
function useMayAssign(tickets: readonly Ticket[]): boolean {
  const { user } = useSession();
  return useCan('tickets-manager:showall') || tickets.every(({ status, userId }) => status === 'open' && userId === user.id);
}

function useSend(tickets: readonly Ticket[]) {
  const actions = useTicketActions();
  const bulk = useBulkActions();
  return (queueId: number, userId: number | undefined) => {
    const [only, ...others] = tickets;
    if (only && others.length === 0) void actions.transfer(only, queueId, userId);
    else void bulk.transfer(tickets, queueId, userId);
  };
}

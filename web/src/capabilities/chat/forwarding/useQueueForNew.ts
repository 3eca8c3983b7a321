import { useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { useVisibleQueues } from '../../queues/queues.data.ts';
import { forwardingMessages } from './forwarding.messages.ts';

const noQueue = '0';

/** The queue of tickets that are begun for contacts: one's own, for admins any or none. One without alternative is chosen already. */
export function useQueueForNew(isNeeded: boolean) {
  const text = useMessages(forwardingMessages);
  const isAdmin = useSession().user.profile === 'admin';
  const queues = useVisibleQueues() ?? [];
  const [typed, setTyped] = useState<string>();
  const [only, ...others] = queues;
  const value = typed ?? (isAdmin ? noQueue : only && others.length === 0 ? String(only.id) : '');
  const known = queues.map(({ id, name }) => ({ value: String(id), label: name }));
  return {
    id: value === '' || value === noQueue ? null : Number(value),
    isMissing: isNeeded && value === '',
    field: isNeeded
      ? { value, onChange: setTyped, options: isAdmin ? [{ value: noQueue, label: text('noQueue') }, ...known] : known }
      : undefined,
  };
}

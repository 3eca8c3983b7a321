import { queuesApi } from '@prosa/contracts/queues';
import type { Ticket } from '@prosa/contracts/tickets';
import { type User, usersApi } from '@prosa/contracts/users';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call } from '../../platform/api.ts';
import { showError } from '../../platform/errors.ts';
import { useMessages } from '../../platform/messages.ts';
import { notify } from '../../platform/notices.ts';
import { useUpdateTicket } from '../tickets/tickets.data.ts';
import { messagesMessages } from './messages.messages.ts';
import { transferMessages } from './transfer.messages.ts';

/** Colleagues whose name holds the words. */
export function useFoundUsers(words: string, enabled: boolean): User[] {
  const users = useQuery({ queryKey: ['users', 'everyone'], queryFn: () => call(usersApi.everyone, { query: {} }), enabled, staleTime: 0 });
  const wanted = words.toLowerCase();
  return (users.data ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
}

/** Where a ticket can go: any queue, or one of the person it is for. */
export function useTransferQueues(person: User | undefined): { id: number; name: string }[] {
  const all = useQuery({ queryKey: ['queues'], queryFn: () => call(queuesApi.list, { query: {} }) }).data ?? [];
  return person ? person.queues : all;
}

/** Gives the ticket away and goes to the list; a wrong choice can be taken back for a moment. */
export function useTransfer(ticket: Ticket) {
  const text = useMessages(transferMessages);
  const words = useMessages(messagesMessages);
  const update = useUpdateTicket();
  const [, navigate] = useLocation();
  return async (queue: { id: number }, person: User | undefined): Promise<void> => {
    const change = person
      ? { queueId: queue.id, userId: person.id, ...(ticket.status !== 'open' && { status: 'open' as const }) }
      : { queueId: queue.id, status: 'pending' as const, userId: null };
    navigate('/tickets');
    try {
      const moved = await update.mutateAsync({ ticket, change });
      const back = { status: ticket.status, userId: ticket.userId, queueId: ticket.queueId };
      const undo = () => update.mutate({ ticket: moved, change: back }, { onSuccess: () => navigate(`/tickets/${ticket.uuid}`) });
      notify('success', text('transferred'), { action: { label: words('undo'), onAction: undo } });
    } catch (error) {
      showError(error);
      navigate(`/tickets/${ticket.uuid}`);
    }
  };
}

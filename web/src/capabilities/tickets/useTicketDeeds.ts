import type { Ticket, TicketUpdate } from '@prosa/contracts/tickets';
import { useLocation } from 'wouter';
import { z } from 'zod';
import { ApiError } from '../../platform/api.ts';
import { showError } from '../../platform/errors.ts';
import { useMessages } from '../../platform/messages.ts';
import { notify } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.tsx';
import { messagesMessages } from '../messages/messages.messages.ts';
import { useUpdateTicket } from './tickets.data.ts';
import { ticketsMessages } from './tickets.messages.ts';

const Winner = z.looseObject({ user: z.looseObject({ name: z.string().min(1) }) });

/** What an agent does with a ticket. Each is shown at once and taken back when the server says no. */
export function useTicketDeeds() {
  const text = useMessages(ticketsMessages);
  const words = useMessages(messagesMessages);
  const { user } = useSession();
  const [, navigate] = useLocation();
  const update = useUpdateTicket();

  function complain(error: unknown): void {
    if (!(error instanceof ApiError) || error.code !== 'ERR_TICKET_ALREADY_ACCEPTED') {
      showError(error);
      return;
    }
    const winner = Winner.safeParse(error.body);
    notify('warning', winner.success ? text('acceptedFirst', { name: winner.data.user.name }) : text('acceptedByOther'));
  }

  async function attempt(ticket: Ticket, change: TicketUpdate): Promise<boolean> {
    try {
      await update.mutateAsync({ ticket, change });
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  /** For who gives a ticket up the list is next. They may no longer see it, so they leave before the server tells. */
  async function leaving(ticket: Ticket, change: TicketUpdate): Promise<boolean> {
    navigate('/tickets');
    const done = await attempt(ticket, change);
    if (!done) navigate(`/tickets/${ticket.uuid}`);
    return done;
  }

  const reopen = (ticket: Ticket) => attempt(ticket, { status: 'open', userId: user.id, queueId: ticket.queueId });

  return {
    busy: update.isPending,
    async accept(ticket: Ticket) {
      if (await attempt(ticket, { status: 'open', userId: user.id })) navigate(`/tickets/${ticket.uuid}`);
    },
    giveBack: (ticket: Ticket) => leaving(ticket, { status: 'pending', userId: null }),
    reopen,
    async resolve(ticket: Ticket) {
      if (!(await leaving(ticket, { status: 'closed', userId: user.id, queueId: ticket.queueId }))) return;
      const undo = async () => {
        if (await reopen({ ...ticket, status: 'closed' })) navigate(`/tickets/${ticket.uuid}`);
      };
      notify('success', words('resolved'), { action: { label: words('undo'), onAction: () => void undo() } });
    },
  };
}

import type { Ticket, TicketUpdate } from '@prosa/contracts/tickets';
import { z } from 'zod';
import { ApiError } from '../../platform/api/api.ts';
import { showError } from '../../platform/api/errors.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { notify } from '../../platform/browser/notices.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { ignoreSecondClick } from '../../platform/lists/second-click.ts';
import { useSession } from '../../platform/session/session.tsx';
import { notifyUndoable } from '../../ui/overlays/undo.ts';
import { clearCurrentTicket } from '../ticket-store/current-ticket.ts';
import { useUpdateTicket } from '../ticket-store/tickets.data.ts';
import { ticketActionsMessages } from './ticket-actions.messages.ts';
import { mayTakeBack, undoSteps } from './undo-steps.ts';

const Winner = z.looseObject({ user: z.looseObject({ name: z.string().min(1) }) });
export type TicketActions = ReturnType<typeof useTicketActions>;

type Text = (key: 'acceptedFirst' | 'acceptedByOther', values?: { name: string }) => string;

function complain(error: unknown, text: Text): void {
  if (!(error instanceof ApiError) || error.code !== 'ERR_TICKET_ALREADY_ACCEPTED') {
    showError(error);
    return;
  }
  const winner = Winner.safeParse(error.body);
  notify('warning', winner.success ? text('acceptedFirst', { name: winner.data.user.name }) : text('acceptedByOther'));
}

/** Ticket actions with optimistic updates, rolled back when the server refuses. */
export function useTicketActions() {
  const text = useMessages(ticketActionsMessages);
  const { user } = useSession();
  const navigate = useNavigate();
  const update = useUpdateTicket();

  /** The ticket as the server has it afterwards; nothing when it refused. */
  async function attempt(ticket: Ticket, change: TicketUpdate): Promise<Ticket | undefined> {
    ignoreSecondClick();
    try {
      return await update.mutateAsync({ ticket, change });
    } catch (error) {
      complain(error, text);
      return undefined;
    }
  }

  /** After giving up a ticket the list is shown. The user may no longer see it, so this happens before the server answers. */
  async function giveUp(ticket: Ticket, change: TicketUpdate, words: 'resolved' | 'returned' | 'transferred'): Promise<boolean> {
    const address = `/tickets/${ticket.uuid}`;
    const isShown = location.pathname === address;
    if (isShown) navigate('/tickets');
    clearCurrentTicket(ticket.uuid);
    const moved = await attempt(ticket, change);
    if (!moved && isShown) navigate(address);
    if (!moved) return false;
    const undo = async () => {
      if ((await putBack(ticket, moved)) && isShown) navigate(address);
    };
    // What one gave away a moment ago one may have back, whoever sees it now.
    const wasMine = words === 'transferred' && ticket.status === 'open' && ticket.userId === user.id;
    if (wasMine || mayTakeBack(user, moved)) notifyUndoable(text(words), () => void undo());
    else notify('success', text(words));
    return true;
  }

  async function putBack(before: Ticket, now: Ticket): Promise<boolean> {
    let current: Ticket | undefined = now;
    for (const change of undoSteps(before, now, user.id)) current = current && (await attempt(current, change));
    return current !== undefined;
  }

  return {
    busy: update.isPending,
    attempt,
    putBack,
    async accept(ticket: Ticket): Promise<boolean> {
      const isDone = (await attempt(ticket, { status: 'open', userId: user.id })) !== undefined;
      if (isDone) navigate(`/tickets/${ticket.uuid}`);
      return isDone;
    },
    giveBack: (ticket: Ticket) => giveUp(ticket, { status: 'pending', userId: null }, 'returned'),
    reopen: (ticket: Ticket) => attempt(ticket, { status: 'open', userId: user.id, queueId: ticket.queueId }),
    resolve: (ticket: Ticket) => giveUp(ticket, { status: 'closed', userId: user.id, queueId: ticket.queueId }, 'resolved'),
    /** To a person, or to a queue where it waits for whoever takes it. */
    transfer: (ticket: Ticket, queueId: number, userId: number | undefined) =>
      giveUp(ticket, userId === undefined ? { status: 'pending', userId: null, queueId } : { queueId, userId }, 'transferred'),
  };
}

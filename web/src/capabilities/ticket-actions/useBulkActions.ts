import type { Ticket, TicketUpdate } from '@prosa/contracts/tickets';
import { errorText } from '../../platform/api/errors.ts';
import { fewAtATime } from '../../platform/api/few-at-a-time.ts';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { notify } from '../../platform/browser/notices.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { ignoreSecondClick } from '../../platform/lists/second-click.ts';
import { useSession } from '../../platform/session/session.tsx';
import { notifyUndoable } from '../../ui/overlays/undo.ts';
import { clearCurrentTicket } from '../ticket-store/current-ticket.ts';
import { useUpdateTicket } from '../ticket-store/tickets.data.ts';
import { bulkActionsMessages } from './bulk-actions.messages.ts';
import { mayTakeBack } from './undo-steps.ts';
import { useTicketActions } from './useTicketActions.ts';

type ChangedTicket = { before: Ticket; now: Ticket };

/** The same action on many tickets. What could not be done is told, with its reason, and the rest stands. */
export function useBulkActions() {
  const text = useMessages(bulkActionsMessages);
  const { user } = useSession();
  const update = useUpdateTicket();
  const { putBack } = useTicketActions();
  const navigate = useNavigate();

  async function each(
    tickets: readonly Ticket[],
    changeOf: (ticket: Ticket) => TicketUpdate,
    words: 'accepted' | 'resolved' | 'transferred',
    isUndoable: boolean,
  ) {
    ignoreSecondClick();
    // The conversation that is shown may go out of one's sight.
    if (words !== 'accepted' && tickets.some(({ uuid }) => location.pathname === `/tickets/${uuid}`)) navigate('/tickets');
    if (words !== 'accepted') for (const { uuid } of tickets) clearCurrentTicket(uuid);
    const { done, refused } = await fewAtATime(tickets, async (ticket) => ({
      before: ticket,
      now: await update.mutateAsync({ ticket, change: changeOf(ticket) }),
    }));
    if (refused[0] !== undefined) notify('danger', text('refused', { n: refused.length, why: errorText(refused[0]) }));
    if (done.length === 0) return;
    const told = text(done.length === 1 ? `${words}One` : words, { n: done.length });
    const undo = () => void fewAtATime(done, ({ before, now }: ChangedTicket) => putBack(before, now));
    if (isUndoable && done.every(({ now }) => mayTakeBack(user, now))) notifyUndoable(told, undo);
    else notify('success', told);
  }

  const live = (tickets: readonly Ticket[]) => tickets.filter(({ status }) => status !== 'closed');
  return {
    accept: (tickets: readonly Ticket[]) =>
      each(
        tickets.filter(({ status }) => status === 'pending'),
        () => ({ status: 'open', userId: user.id }),
        'accepted',
        false,
      ),
    resolve: (tickets: readonly Ticket[]) =>
      each(live(tickets), ({ queueId }) => ({ status: 'closed', userId: user.id, queueId }), 'resolved', true),
    transfer: (tickets: readonly Ticket[], queueId: number, userId: number | undefined) => {
      const change = userId === undefined ? { status: 'pending' as const, userId: null, queueId } : { queueId, userId };
      return each(live(tickets), () => change, 'transferred', true);
    },
  };
}

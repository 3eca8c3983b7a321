import { featuresOf } from '@prosa/contracts/channels';
import { messageLive, messagesApi } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../../platform/api/api.ts';
import { useLive } from '../../../platform/live/live.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { useConnections } from '../../connections/connections.data.ts';
import type { Outgoing } from '../messages/outbox.ts';
import { readDraft, writeDraft } from './drafts.ts';
import { unsigned } from './useSigning.ts';
import { closed, openedBy, untilNextMinute, type Window, type WindowState, windowAt } from './window.rules.ts';

const windowKey = (ticketId: number) => ['service-window', ticketId];
const isWindowClosed = (error: unknown) => error instanceof ApiError && error.code === 'ERR_WINDOW_CLOSED';
const patch = (queryClient: QueryClient, ticketId: number, change: (held: Window | undefined) => Window | undefined) =>
  queryClient.setQueryData<Window>(windowKey(ticketId), change);

/**
 * How long the customer may still be written to freely, while the ticket is shown. Nothing where the ticket's channel has no such bound,
 * or while that is not known.
 */
export function useServiceWindow(ticket: Ticket): WindowState | undefined {
  const queryClient = useQueryClient();
  const provider = useConnections().data?.find(({ id }) => id === ticket.whatsappId)?.provider;
  const window = useQuery({
    queryKey: windowKey(ticket.id),
    queryFn: () => call(messagesApi.window, { params: { ticketId: ticket.id } }),
    enabled: provider !== undefined && featuresOf[provider].includes('templates'),
  }).data;
  useLive(messageLive, ({ action, message }) => {
    if ((message.ticketId ?? message.ticket?.id) !== ticket.id) return;
    if (action === 'create') patch(queryClient, ticket.id, (held) => held && openedBy(held, message, Date.now()));
    // The network knows better than our clock.
    else if (message.failure === 'ERR_WINDOW_CLOSED') patch(queryClient, ticket.id, closed);
  });
  const now = useClock(window);
  return window && windowAt(window, now);
}

/** The present moment, told anew whenever what is shown of the window changes. */
function useClock(window: Window | undefined): number {
  const [now, setNow] = useState(Date.now);
  const endsAt = window?.isOpen && window.endsAt !== null ? Date.parse(window.endsAt) : undefined;
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      setNow(Date.now());
      const left = endsAt - Date.now();
      if (left > 0) timer = setTimeout(tick, untilNextMinute(left) + 50);
    };
    tick();
    return () => clearTimeout(timer);
  }, [endsAt]);
  return now;
}

/** A text refused because the window is closed goes back to where it was typed, and the window is seen to be closed. */
export function useGiveBack(ticketId: number): (error: unknown, entry: Outgoing) => boolean {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return (error, { body, attached, template }) => {
    if (!isWindowClosed(error)) return false;
    patch(queryClient, ticketId, closed);
    // What can not be put back into the field stays as a bubble that was not sent.
    if (attached || template) return false;
    const typed = [readDraft(user.id, ticketId), unsigned(body, user.name)];
    writeDraft(user.id, ticketId, typed.filter(Boolean).join('\n'));
    return true;
  };
}

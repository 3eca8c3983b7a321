import type { Ticket } from '@prosa/contracts/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from '../../platform/browser/navigation.ts';
import { prefetchThread } from '../chat/messages/messages.data.ts';
import type { useTicketActions } from '../ticket-actions/useTicketActions.ts';
import { cacheTicket } from '../ticket-store/ticket-cache.ts';
import type { Selection } from './bulk/useSelection.ts';
import type { useTicketDialogs } from './dialogs/useTicketDialogs.tsx';
import { expectTicket } from './likely-ticket.ts';
import type { RowAction } from './list/row-actions.ts';
import type { RowCalls } from './list/TicketRow.tsx';

type RowCallsInput = {
  actions: ReturnType<typeof useTicketActions>;
  dialogs: ReturnType<typeof useTicketDialogs>;
  selection: Selection;
  accept: (ticket: Ticket) => void;
};

/** What the rows may call, the same functions for as long as the list lives. */
export function useRowCalls({ actions, dialogs, selection, accept }: RowCallsInput): RowCalls {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const does: Record<RowAction, (ticket: Ticket) => void> = {
    accept,
    spy: (ticket) => dialogs.spy(ticket),
    transfer: (ticket) => dialogs.transfer([ticket]),
    resolve: (ticket) => void actions.resolve(ticket),
    giveBack: (ticket) => void actions.giveBack(ticket),
    reopen: async (ticket) => {
      if (await actions.reopen(ticket)) navigate(`/tickets/${ticket.uuid}`);
    },
    tags: (ticket) => dialogs.tags([ticket]),
    newTab: ({ uuid }) => void window.open(`/tickets/${uuid}`, '_blank', 'noopener'),
    select: ({ id }) => selection.toggle(id),
  };
  return useStable({
    onAction: (action, ticket) => does[action](ticket),
    onOpen: ({ uuid }) => navigate(`/tickets/${uuid}`),
    onExtend: ({ id }) => selection.extend(id),
    onLikely: (ticket) => {
      const loaded = prefetchThread(queryClient, ticket.id);
      if (ticket.status === 'pending') return;
      cacheTicket(queryClient, ticket);
      void loaded.then(() => expectTicket(ticket));
    },
  });
}

function useStable(calls: RowCalls): RowCalls {
  const latest = useRef(calls);
  useLayoutEffect(() => {
    latest.current = calls;
  });
  const [stable] = useState<RowCalls>(() => ({
    onAction: (action, ticket) => latest.current.onAction(action, ticket),
    onOpen: (ticket) => latest.current.onOpen(ticket),
    onExtend: (ticket) => latest.current.onExtend(ticket),
    onLikely: (ticket) => latest.current.onLikely(ticket),
  }));
  return stable;
}

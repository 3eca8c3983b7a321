import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { useEffect } from 'react';
import { call } from '../../../platform/api/api.ts';
import { useReloadWhenStale } from '../../../platform/lists/useLiveList.ts';
import { useLoaded } from '../../../platform/lists/useLoaded.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { noteConnections } from '../../ticket-store/connections-seen.ts';
import { listsKey, liveLog } from '../../ticket-store/ticket-cache.ts';
import { patchTickets, type TicketFilter, ticketOrder } from '../../ticket-store/tickets.patch.ts';

const recountAfter = 2000;
/** Loading afresh brings back at most this much of a list; the rest comes again by scrolling. */
const maxReloaded = 400;

export function useTicketList(filter: TicketFilter, enabled = true) {
  const { user } = useSession();
  const { status, showAll, queueIds, tags, users } = filter;
  const list = useLoaded<Ticket>({
    key: [...listsKey, filter],
    enabled,
    order: ticketOrder,
    maxReloaded,
    fetchPage: async (pageNumber) => {
      const query = {
        status,
        showAll: asText(showAll),
        queueIds: JSON.stringify(queueIds),
        ...(tags && { tags: JSON.stringify(tags) }),
        ...(users && { users: JSON.stringify(users) }),
        pageNumber,
      };
      const { tickets, count, hasMore } = await call(ticketsApi.list, { query });
      return { items: tickets, count, hasMore };
    },
    place: () => liveLog.place(),
    replay: (loaded, since) => liveLog.since(since).reduce((now, news) => patchTickets(now, filter, news, { userId: user.id }), loaded),
  });
  // A count that events left in doubt is asked for once things are quiet, not once per event.
  useReloadWhenStale(list.data?.countKnown === false, () => void list.join(1).catch(() => undefined), recountAfter);
  const items = list.data?.items;
  useEffect(() => {
    if (items) noteConnections(items);
  }, [items]);
  return list;
}
export type TicketList = ReturnType<typeof useTicketList>;

/** Flags are words on the wire. */
export const asText = (flag: boolean) => (flag ? ('true' as const) : ('false' as const));

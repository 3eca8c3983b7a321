import { contactsApi } from '@prosa/contracts/contacts';
import { messagesApi } from '@prosa/contracts/messages';
import { type Ticket, ticketsApi } from '@prosa/contracts/tickets';
import { usersApi } from '@prosa/contracts/users';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api/api.ts';
import { useLoaded } from '../../../platform/lists/useLoaded.ts';
import { useCan, useSession } from '../../../platform/session/session.tsx';
import { foundKey, liveLog } from '../../ticket-store/ticket-cache.ts';
import { patchFound, ticketOrder } from '../../ticket-store/tickets.patch.ts';
import { asText } from '../list/ticket-list.data.ts';

/** What is looked for, already settled: words in small letters, every one of the tags, any of the users and queues. */
export type TicketSearch = { words: string; tags: readonly number[]; users: readonly number[]; queueIds: readonly number[] | undefined };
const maxReloaded = 200;

/** Tickets of every status that match, newest first. */
export function useFoundTickets({ words, tags, users, queueIds }: TicketSearch, enabled: boolean) {
  const showAll = useCan('tickets-manager:showall');
  const isAdmin = useSession().user.profile === 'admin';
  const query = {
    showAll: asText(showAll),
    ...(words !== '' && { searchParam: words }),
    ...(tags.length > 0 && { tags: JSON.stringify(tags) }),
    ...(users.length > 0 && isAdmin && { users: JSON.stringify(users) }),
    ...(queueIds && { queueIds: JSON.stringify(queueIds) }),
  };
  return useLoaded<Ticket>({
    key: [...foundKey, query],
    enabled,
    order: ticketOrder,
    maxReloaded,
    // Others may match by now: a search that is looked at again is made again.
    staleTime: 0,
    fetchPage: async (pageNumber) => {
      const { tickets, count, hasMore } = await call(ticketsApi.list, { query: { ...query, pageNumber } });
      return { items: tickets, count, hasMore };
    },
    place: () => liveLog.place(),
    replay: (loaded, since) => liveLog.since(since).reduce(patchFound, loaded),
  });
}

export function useFoundMessages(words: string, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['messages-found', words],
    enabled: enabled && words !== '',
    queryFn: ({ pageParam }) => call(messagesApi.search, { query: { searchParam: words, pageNumber: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasMore ? all.length + 1 : undefined),
    staleTime: 0,
  });
}

export function useContactsNamed(words: string, enabled: boolean) {
  return useQuery({
    queryKey: ['contacts', 'found', words],
    enabled: enabled && words !== '',
    queryFn: () => call(contactsApi.list, { query: { searchParam: words } }),
    staleTime: 0,
  });
}

/** Everybody of the company, for who may look for their tickets. */
export function useColleagues(enabled: boolean) {
  return useQuery({ queryKey: ['users', 'everyone'], queryFn: () => call(usersApi.everyone, { query: {} }), enabled });
}

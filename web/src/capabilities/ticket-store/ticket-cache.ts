import { type Ticket, ticketStatuses } from '@prosa/contracts/tickets';
import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { Loaded } from '../../platform/lists/loaded.ts';
import { LiveLog } from '../../platform/live/live-log.ts';
import { type Board, type BoardFilter, findCard, patchBoard } from './board.patch.ts';
import { patchFound, patchTickets, type TicketChange, ticketOrder, withLast } from './tickets.patch.ts';

export const ticketsKey = ['tickets'];
export const listsKey = [...ticketsKey, 'list'];
export const foundKey = [...ticketsKey, 'found'];
/** Boards by their filters. */
export const boardsKey = [...ticketsKey, 'board'];
export const ticketKey = [...ticketsKey, 'one'];
export const liveLog = new LiveLog<TicketChange>();
const ids = z.array(z.int());
const BoardKey: z.ZodType<BoardFilter> = z.object({ search: z.string(), queueIds: ids, users: ids, tags: ids });
const Filter = z.object({
  status: z.enum(ticketStatuses),
  showAll: z.boolean(),
  queueIds: ids,
  tags: ids.optional(),
  users: ids.optional(),
});

/** Applies a change to every loaded list and ticket. */
export function applyTicketChange(queryClient: QueryClient, news: TicketChange, userId: number): void {
  const lists = queryClient.getQueriesData<Loaded<Ticket>>({ queryKey: listsKey });
  const before = news.action === 'touch' ? undefined : known(queryClient, news.ticketId);
  for (const [key, list] of lists) {
    if (list) queryClient.setQueryData(key, patchTickets(list, Filter.parse(key.at(-1)), news, { userId, before }));
  }
  for (const [key, board] of queryClient.getQueriesData<Board>({ queryKey: boardsKey })) {
    if (board) queryClient.setQueryData(key, patchBoard(board, BoardKey.parse(key.at(-1)), news));
  }
  queryClient.setQueriesData<Loaded<Ticket>>({ queryKey: foundKey }, (list) => list && patchFound(list, news));
  queryClient.setQueriesData<Ticket>({ queryKey: ticketKey }, (ticket) => ticket && changed(ticket, news));
}

function known(queryClient: QueryClient, ticketId: number): Ticket | undefined {
  const lists = queryClient.getQueriesData<Loaded<Ticket>>({ queryKey: listsKey });
  const listed = lists.flatMap(([, list]) => list?.items ?? []).find((ticket) => ticket.id === ticketId);
  if (listed) return listed;
  const boards = queryClient.getQueriesData<Board>({ queryKey: boardsKey });
  return boards.map(([, board]) => board && findCard(board, ticketId)).find((ticket) => ticket !== undefined);
}

function changed(ticket: Ticket, news: TicketChange): Ticket {
  if (news.action === 'touch') return news.touch(ticket);
  if (news.ticketId !== ticket.id || news.action === 'delete') return ticket;
  return news.action === 'update' ? ticketOrder.newer(ticket, withLast(news.ticket, ticket)) : { ...ticket, unreadMessages: 0 };
}

/** The ticket below in the list this one is served from, else the one above: what an agent goes on with. */
export function nextInList(queryClient: QueryClient, ticketId: number): Ticket | undefined {
  for (const [, list] of queryClient.getQueriesData<Loaded<Ticket>>({ queryKey: listsKey })) {
    const at = list?.items.findIndex((ticket) => ticket.id === ticketId && ticket.status === 'open') ?? -1;
    if (at >= 0) return list?.items[at + 1] ?? list?.items[at - 1];
  }
  return undefined;
}

/** What a list already shows of a ticket is enough to open it at once; it is kept current from then on. */
export function cacheTicket(queryClient: QueryClient, ticket: Ticket): void {
  queryClient.setQueryData<Ticket>([...ticketKey, ticket.uuid], (now) => now ?? ticket);
}

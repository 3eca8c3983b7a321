import { kanbanApi, laneOf, openLane } from '@prosa/contracts/kanban';
import { type Tag, tagLive } from '@prosa/contracts/tags';
import type { Ticket, TicketTag } from '@prosa/contracts/tickets';
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../platform/api/api.ts';
import { showError } from '../../platform/api/errors.ts';
import { notify } from '../../platform/browser/notices.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { addPage, joinPage, type Loaded, nextPageNumber, nothingLoaded } from '../../platform/lists/loaded.ts';
import { useReloadWhenStale } from '../../platform/lists/useLiveList.ts';
import { useLive } from '../../platform/live/live.ts';
import { type Board, type BoardFilter, findCard, patchBoard } from '../ticket-store/board.patch.ts';
import { boardsKey, liveLog } from '../ticket-store/ticket-cache.ts';
import { useShowTicket } from '../ticket-store/tickets.data.ts';
import { ticketOrder } from '../ticket-store/tickets.patch.ts';
import { kanbanMessages } from './kanban.messages.ts';

const lanesKey = ['kanban', 'lanes'];
const pageSize = 20;
/** Loading afresh brings back at most this much of a lane; the rest comes again by scrolling. */
const maxReloaded = 200;
const recountAfter = 2000;

const byOrder = (a: Tag, b: Tag) => a.laneOrder - b.laneOrder || a.id - b.id;

/** The lanes but the first, from left to right, current while they are seen. */
export function useLanes() {
  const queryClient = useQueryClient();
  useLive(tagLive, (event) => {
    const lanes = queryClient.getQueryData<Tag[]>(lanesKey);
    const was = lanes?.find(({ id }) => id === (event.action === 'delete' ? event.tagId : event.tag.id));
    const is = event.action !== 'delete' && event.tag.kanban === 1 ? event.tag : undefined;
    if (!was && !is) return;
    const id = was?.id ?? is?.id;
    queryClient.setQueryData<Tag[]>(lanesKey, (now) => now && [...now.filter((tag) => tag.id !== id), ...(is ? [is] : [])].sort(byOrder));
    // Which tickets came with a new lane, and where those of one that is gone are, the server knows.
    if (!was || !is) void queryClient.invalidateQueries({ queryKey: boardsKey });
  });
  return useQuery({ queryKey: lanesKey, queryFn: async () => (await call(kanbanApi.lanes, { query: {} })).lista });
}

/** Lanes are set in their order at once, and taken back when the server refuses. */
export function useOrderLanes() {
  const queryClient = useQueryClient();
  const setOrder = (tagIds: number[]) =>
    queryClient.setQueryData<Tag[]>(lanesKey, (now) =>
      now?.map((tag) => ({ ...tag, laneOrder: tagIds.indexOf(tag.id) + 1 || tag.laneOrder })).sort(byOrder),
    );
  return useMutation({
    mutationFn: (tagIds: number[]) => call(kanbanApi.order, { body: { tagIds } }),
    onMutate: setOrder,
    onSuccess: ({ tagIds }) => setOrder(tagIds),
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: lanesKey });
      showError(error);
    },
  });
}

const queryOf = ({ search, queueIds, users, tags }: BoardFilter) => ({
  searchParam: search,
  ...(queueIds.length > 0 && { queueIds: JSON.stringify(queueIds) }),
  ...(users.length > 0 && { users: JSON.stringify(users) }),
  ...(tags.length > 0 && { tags: JSON.stringify(tags) }),
});

async function fetchLane(filter: BoardFilter, tagId: number, pageNumber: number) {
  const { tickets, count, hasMore } = await call(kanbanApi.cards, { query: { ...queryOf(filter), tagId, pageNumber } });
  return { items: tickets, count, hasMore };
}

async function loadBoard(filter: BoardFilter, held: Board | undefined): Promise<Board> {
  const { tickets, lanes } = await call(kanbanApi.cards, { query: queryOf(filter) });
  const loaded = lanes.map(async ({ tagId, count, hasMore }) => {
    const items = tickets.filter((ticket) => laneOf(ticket) === tagId);
    let lane: Loaded<Ticket> = { ...addPage(nothingLoaded<Ticket>(), { items, count, hasMore }, ticketOrder), size: pageSize };
    const wanted = Math.min(held?.[tagId]?.items.length ?? 0, maxReloaded);
    for (let page = nextPageNumber(lane); page !== undefined && lane.items.length < wanted; page = nextPageNumber(lane))
      lane = addPage(lane, await fetchLane(filter, tagId, page), ticketOrder);
    return [tagId, lane] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
}

const replay = (board: Board, filter: BoardFilter, since: number) =>
  liveLog.since(since).reduce((now, news) => patchBoard(now, filter, news), board);

/** The cards of every lane. Live events patch it where they patch every list of tickets. */
export function useBoard(filter: BoardFilter) {
  const queryClient = useQueryClient();
  const key = [...boardsKey, filter];
  const [loading, setLoading] = useState<ReadonlySet<number>>(new Set());
  const query = useQuery({
    queryKey: key,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const since = liveLog.place();
      return replay(await loadBoard(filter, queryClient.getQueryData<Board>(key)), filter, since);
    },
  });
  const running = useRef(new Set<number>());
  const loadMore = async (laneId: number): Promise<boolean> => {
    // As it is held now, which may not have been rendered yet.
    const lane = queryClient.getQueryData<Board>(key)?.[laneId];
    const page = lane && nextPageNumber(lane);
    if (page === undefined || running.current.has(laneId)) return false;
    running.current.add(laneId);
    setLoading(new Set(running.current));
    try {
      const since = liveLog.place();
      const reply = await fetchLane(filter, laneId, page);
      queryClient.setQueryData<Board>(key, (now) => {
        const held = now?.[laneId];
        return now && held && replay({ ...now, [laneId]: joinPage(held, page, reply, ticketOrder) }, filter, since);
      });
      return true;
    } finally {
      running.current.delete(laneId);
      setLoading(new Set(running.current));
    }
  };
  const inDoubt = Object.values(query.data ?? {}).some(({ countKnown }) => !countKnown);
  useReloadWhenStale(inDoubt, () => void query.refetch(), recountAfter);
  return { ...query, loading, loadMore };
}

/** The ticket as it will be once it has moved. */
export function inLane(ticket: Ticket, lane: TicketTag | undefined): Ticket {
  const rest = ticket.tags.filter(({ kanban }) => kanban === 0);
  return { ...ticket, tags: lane ? [...rest, { id: lane.id, name: lane.name, color: lane.color, kanban: 1 as const }] : rest };
}

/**
 * Moves a card: shown at once, put back when the server refuses. What the server answers is not shown: it may be older than what a
 * colleague did since, and events tell all moves in their order.
 */
export function useMoveCard() {
  const text = useMessages(kanbanMessages);
  const queryClient = useQueryClient();
  const show = useShowTicket();
  return useMutation({
    // One after the other: two of the same card would else reach the server in any order.
    scope: { id: 'move-card' },
    mutationFn: ({ ticket, lane }: { ticket: Ticket; lane: TicketTag | undefined }) =>
      lane
        ? call(kanbanApi.move, { params: { ticketId: ticket.id, tagId: lane.id } })
        : call(kanbanApi.clear, { params: { ticketId: ticket.id } }),
    onMutate: ({ ticket, lane }) => show(inLane(ticket, lane)),
    onSuccess: (_ticket, { ticket, lane }) => {
      const wasInLane = laneOf(ticket) !== openLane;
      notify('success', [...(wasInLane ? [text('tagRemoved')] : []), ...(lane ? [text('tagAdded')] : [])].join(' '));
    },
    onError: (error, { ticket, lane }) => {
      const now = cardNow(queryClient, ticket.id);
      if (now && laneOf(now) === (lane?.id ?? openLane)) show({ ...now, tags: ticket.tags });
      void queryClient.invalidateQueries({ queryKey: boardsKey });
      showError(error);
    },
  });
}

function cardNow(queryClient: QueryClient, id: number): Ticket | undefined {
  const boards = queryClient.getQueriesData<Board>({ queryKey: boardsKey });
  return boards.map(([, board]) => board && findCard(board, id)).find((card) => card !== undefined);
}

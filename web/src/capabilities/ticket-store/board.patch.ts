import { laneOf } from '@prosa/contracts/kanban';
import type { Ticket } from '@prosa/contracts/tickets';
import type { Loaded } from '../../platform/lists/loaded.ts';
import { type TicketChange, ticketOrder, withLast } from './tickets.patch.ts';

/** Which cards a board shows; lists that are empty do not restrict it. */
export type BoardFilter = {
  search: string;
  queueIds: readonly number[];
  users: readonly number[];
  tags: readonly number[];
};

/** What is loaded of each lane, by the id of its tag. */
export type Board = Readonly<Record<number, Loaded<Ticket>>>;

/** Whether a ticket that this person may see, or else they would not be told of it, is a card of the board. */
export function isCard(ticket: Ticket, { queueIds, users, tags }: BoardFilter): boolean {
  if (ticket.status === 'closed') return false;
  if (queueIds.length > 0 && ticket.queueId !== null && !queueIds.includes(ticket.queueId)) return false;
  if (users.length > 0 && (ticket.userId === null || !users.includes(ticket.userId))) return false;
  return tags.every((wanted) => ticket.tags.some(({ id }) => id === wanted));
}

/** Applies an event to a board, as a fresh load would show it. Idempotent. */
export function patchBoard(board: Board, filter: BoardFilter, event: TicketChange): Board {
  if (event.action === 'touch') return eachLane(board, (lane) => withItems(lane, lane.items.map(event.touch)));
  const held = findCard(board, event.ticketId);
  if (event.action === 'updateUnread') return held ? replaceCard(board, held, { ...held, unreadMessages: 0 }) : board;
  const ticket = event.action === 'update' ? withLast(event.ticket, held) : undefined;
  if (held && ticket && held.updatedAt > ticket.updatedAt) return board;
  const enters = ticket && isCard(ticket, filter) && (held !== undefined || filter.search === '');
  return putCard(board, held, enters ? ticket : undefined);
}

export const findCard = (board: Board, id: number): Ticket | undefined => {
  for (const { items } of Object.values(board)) {
    const found = items.find((ticket) => ticket.id === id);
    if (found) return found;
  }
  return undefined;
};

/** Where a card that was not loaded came from, only the server knows: what lanes with more count is in doubt then. */
function putCard(board: Board, held: Ticket | undefined, ticket: Ticket | undefined): Board {
  const to = ticket && laneOf(ticket);
  return eachLane(board, (lane, id) => {
    const had = held !== undefined && lane.items.includes(held);
    const gets = ticket !== undefined && id === to;
    const isInDoubt = held === undefined && lane.hasMore;
    if (!had && !gets) return isInDoubt && lane.countKnown ? { ...lane, countKnown: false } : lane;
    const rest = had ? lane.items.filter((other) => other !== held) : lane.items;
    return {
      ...lane,
      items: gets ? place(rest, ticket, lane.hasMore && !had) : rest,
      count: isInDoubt ? lane.count : lane.count + Number(gets) - Number(had),
      countKnown: lane.countKnown && !isInDoubt,
    };
  });
}

/** Below the last loaded card there may be others between. */
function place(rest: Ticket[], ticket: Ticket, mayBeBeyond: boolean): Ticket[] {
  const below = rest.findIndex((other) => ticketOrder.compare(ticket, other) < 0);
  if (below >= 0) return rest.toSpliced(below, 0, ticket);
  return mayBeBeyond ? rest : [...rest, ticket];
}

const replaceCard = (board: Board, held: Ticket, next: Ticket): Board =>
  eachLane(board, (lane) =>
    withItems(
      lane,
      lane.items.map((ticket) => (ticket === held ? next : ticket)),
    ),
  );

const withItems = (lane: Loaded<Ticket>, items: Ticket[]): Loaded<Ticket> =>
  items.every((ticket, index) => ticket === lane.items[index]) ? lane : { ...lane, items };

/** Lanes that stay as they are keep their identity, and so does a board of which all do. */
function eachLane(board: Board, change: (lane: Loaded<Ticket>, id: number) => Loaded<Ticket>): Board {
  const entries = Object.entries(board).map(([id, lane]) => [id, change(lane, Number(id)), lane] as const);
  if (entries.every(([, next, lane]) => next === lane)) return board;
  return Object.fromEntries(entries.map(([id, next]) => [id, next]));
}

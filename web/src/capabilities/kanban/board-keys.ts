import type { Ticket } from '@prosa/contracts/tickets';
import type { Board } from '../ticket-store/board.patch.ts';

export type Step = { focus: number } | { lane: number };

/** Where a key leads from a card: to another one, or, with Ctrl, the card itself to the lane beside. */
export function stepFrom(board: Board, lanes: readonly number[], ticket: Ticket, key: string, withControl: boolean): Step | undefined {
  const at = lanes.findIndex((lane) => board[lane]?.items.some(({ id }) => id === ticket.id));
  const items = cardsIn(board, lanes[at]);
  const place = items.findIndex(({ id }) => id === ticket.id);
  const side = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  if (withControl) {
    const lane = side === 0 ? undefined : lanes[at + side];
    return lane === undefined ? undefined : { lane };
  }
  if (side !== 0) return beside(board, lanes, at, side, place);
  const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: items.length - 1 }[key];
  const next = to === undefined ? undefined : items[to];
  return next && { focus: next.id };
}

const cardsIn = (board: Board, lane: number | undefined) => (lane === undefined ? [] : (board[lane]?.items ?? []));

/** The nearest lane on that side with a card in it, at the same height. */
function beside(board: Board, lanes: readonly number[], at: number, side: number, place: number): Step | undefined {
  for (let lane = at + side; lane >= 0 && lane < lanes.length; lane += side) {
    const items = cardsIn(board, lanes[lane]);
    const next = items[Math.min(place, items.length - 1)];
    if (next) return { focus: next.id };
  }
  return undefined;
}

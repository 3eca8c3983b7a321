import { laneOf, openLane } from '@prosa/contracts/kanban';
import type { Ticket } from '@prosa/contracts/tickets';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { type Board, findCard } from '../ticket-store/board.patch.ts';
import { stepFrom } from './board-keys.ts';
import type { CardCalls } from './Card.tsx';
import { useMoveCard } from './kanban.data.ts';
import { kanbanMessages } from './kanban.messages.ts';
import type { LaneHead } from './Lane.tsx';

/** Moves a card as it is now, which may be another lane than where it was taken, and says so. */
export function useMoves(board: Board, lanes: readonly LaneHead[]) {
  const text = useMessages(kanbanMessages);
  const { mutate } = useMoveCard();
  const [said, setSaid] = useState('');
  const move = (taken: Ticket, laneId: number) => {
    const ticket = findCard(board, taken.id);
    const lane = lanes.find(({ id }) => id === laneId);
    if (!ticket || !lane || laneOf(ticket) === laneId) return;
    const name = ticket.contact.name;
    const put = laneId === openLane ? undefined : { id: lane.id, name: lane.name, color: lane.color ?? '', kanban: 1 as const };
    mutate({ ticket, lane: put }, { onError: () => setSaid(text('notMoved', { name })) });
    setSaid(text('moved', { name, lane: lane.name, n: (board[laneId]?.count ?? 0) + 1 }));
  };
  return { move, said };
}

type Stop = { id: number | undefined; lane?: number | undefined; isWanted: boolean };

/**
 * The one card that Tab reaches: the last that was focused, or else the first. A card that moves is another element in its new lane: the
 * focus follows whoever moves it by keyboard, also when a colleague moves it on, and comes back when its conversation is closed.
 */
export function useStop(board: Board, lanes: readonly LaneHead[], openUuid: string | undefined) {
  const [at, setAt] = useState<{ id: number | undefined; isWanted: boolean }>({ id: undefined, isWanted: false });
  const held = at.id === undefined ? undefined : findCard(board, at.id);
  const first = held ?? lanes.flatMap(({ id }) => board[id]?.items[0] ?? [])[0];
  const lane = first && laneOf(first);
  const byKeys = useRef(false);
  useEffect(() => {
    const leave = () => {
      byKeys.current = false;
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the card is in another lane, or its conversation closes
  useEffect(() => {
    if (byKeys.current && openUuid === undefined && document.activeElement === document.body)
      setAt((now) => (now.id === undefined ? now : { ...now, isWanted: true }));
  }, [lane, openUuid]);
  const setStop = useCallback((next: { id: number; isWanted: boolean }, isByKeys: boolean) => {
    byKeys.current = isByKeys;
    setAt(next);
  }, []);
  const onFocused = useCallback(() => setAt((now) => (now.isWanted ? { ...now, isWanted: false } : now)), []);
  const stop: Stop = { id: first?.id, lane, isWanted: held !== undefined && at.isWanted };
  return { stop, setStop, onFocused };
}

type Doing = {
  board: Board;
  lanes: readonly LaneHead[];
  onOpen: (uuid: string) => void;
  move: (ticket: Ticket, lane: number) => void;
  take: CardCalls['take'];
  setStop: (stop: { id: number; isWanted: boolean }, isByKeys: boolean) => void;
};

/** The same functions for as long as the board is shown, so that cards are rendered only when they change. */
export function useCardCalls(doing: Doing): CardCalls {
  const latest = useRef(doing);
  useEffect(() => {
    latest.current = doing;
  });
  return useMemo(
    () => ({
      open: (ticket, isByKeys) => {
        latest.current.setStop({ id: ticket.id, isWanted: false }, isByKeys);
        latest.current.onOpen(ticket.uuid);
      },
      move: (ticket, lane) => {
        latest.current.move(ticket, lane);
        latest.current.setStop({ id: ticket.id, isWanted: true }, true);
      },
      take: (ticket, event) => latest.current.take(ticket, event),
      onKey: (ticket, event) => pressKey(latest, ticket, event),
    }),
    [],
  );
}

function pressKey({ current }: RefObject<Doing>, ticket: Ticket, event: KeyboardEvent<HTMLElement>): void {
  const withControl = event.ctrlKey || event.metaKey;
  if (event.key.toLowerCase() === 'm' && !withControl && !event.altKey) {
    event.preventDefault();
    event.currentTarget.closest('li')?.querySelector<HTMLElement>('[data-move]')?.click();
    return;
  }
  const { board, lanes } = current;
  const order = lanes.map(({ id }) => id);
  const step = stepFrom(board, order, ticket, event.key, withControl);
  if (!step) return;
  event.preventDefault();
  if ('lane' in step) current.move(ticket, step.lane);
  current.setStop({ id: 'focus' in step ? step.focus : ticket.id, isWanted: true }, true);
}

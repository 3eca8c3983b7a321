import { laneOf, openLane } from '@prosa/contracts/kanban';
import type { Ticket } from '@prosa/contracts/tickets';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { useCan } from '../../platform/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { BoardIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type Board, type BoardFilter, findCard } from '../ticket-store/board.patch.ts';
import { stepFrom } from './board-keys.ts';
import type { CardCalls, LaneChoice } from './Card.tsx';
import styles from './Kanban.module.css';
import { useBoard, useLanes, useMoveCard } from './kanban.data.ts';
import { kanbanMessages } from './kanban.messages.ts';
import { Lane } from './Lane.tsx';
import { LaneOptions } from './LaneOptions.tsx';
import { useCardDrag } from './useCardDrag.ts';

type BoardProps = { filter: BoardFilter; openUuid: string | undefined; onOpen: (uuid: string) => void };

export function KanbanBoard(props: BoardProps) {
  const text = useMessages(kanbanMessages);
  const common = useMessages(commonMessages);
  const tags = useLanes();
  const board = useBoard(props.filter);
  const lanes = useMemo(() => [{ id: openLane, name: text('openLane') }, ...(tags.data ?? [])], [tags.data, text]);
  if (tags.isError || board.isError) {
    const again = () => {
      void tags.refetch();
      void board.refetch();
    };
    return (
      <div role="alert">
        <EmptyState title={common('listFailed')} action={<Button onClick={again}>{common('tryAgain')}</Button>} />
      </div>
    );
  }
  if (!tags.data || !board.data) return <BoardSkeleton />;
  return (
    <>
      {tags.data.length === 0 && <NoLanes />}
      <Lanes {...props} lanes={lanes} board={board.data} loading={board.loading} loadMore={(lane) => void board.loadMore(lane)} />
    </>
  );
}

function NoLanes() {
  const text = useMessages(kanbanMessages);
  const mayEdit = useCan('tags:edit');
  return <EmptyState icon={<BoardIcon />} title={text('noLanes')} action={mayEdit && <Link href="/tags">{text('toTags')}</Link>} />;
}

function BoardSkeleton() {
  const text = useMessages(commonMessages);
  return (
    <div className={styles.board} role="status">
      <VisuallyHidden>{text('loading')}</VisuallyHidden>
      {[1, 2, 3, 4].map((lane) => (
        <div key={lane} className={styles.lane}>
          <Skeleton width="60%" height={20} />
          <Skeleton width="100%" height={120} />
          <Skeleton width="100%" height={120} />
        </div>
      ))}
    </div>
  );
}

type LanesProps = BoardProps & {
  lanes: ReadonlyArray<LaneChoice & { color?: string }>;
  board: Board;
  loading: ReadonlySet<number>;
  loadMore: (lane: number) => void;
};

function Lanes({ lanes, board, loading, loadMore, openUuid, onOpen }: LanesProps) {
  const text = useMessages(kanbanMessages);
  const now = useNow();
  const { move, said } = useMoves(board, lanes);
  const drag = useCardDrag(move);
  const { stop, setStop, onFocused } = useStop(board, lanes);
  const calls = useCardCalls({ board, lanes, move, take: drag.take, setStop, onOpen });
  return (
    <>
      <VisuallyHidden>
        <span id="kanban-hint">{text('hint')}</span>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <div
        className={styles.board}
        ref={drag.scroller}
        role="group"
        aria-label={text('board')}
        data-dragging={drag.dragging ? '' : undefined}
      >
        {lanes.map((lane) => (
          <Lane
            key={lane.id}
            {...{ lane, lanes, now, stop, openUuid, calls, onFocused, loadMore }}
            cards={board[lane.id]}
            inHand={drag.dragging?.ticket.id}
            isOver={drag.dragging !== undefined && drag.dragging.over === lane.id && laneOf(drag.dragging.ticket) !== lane.id}
            isLoading={loading.has(lane.id)}
            options={lane.id !== openLane && <LaneOptions lane={lane} />}
          />
        ))}
      </div>
      {drag.dragging && (
        <div className={styles.ghost} ref={drag.ghostRef} aria-hidden="true">
          {drag.dragging.ticket.contact.name}
        </div>
      )}
    </>
  );
}

/** Moves a card as it is now, which may be another lane than where it was taken, and says so. */
function useMoves(board: Board, lanes: LanesProps['lanes']) {
  const text = useMessages(kanbanMessages);
  const { mutate } = useMoveCard();
  const [said, setSaid] = useState('');
  const move = (taken: Ticket, laneId: number) => {
    const ticket = findCard(board, taken.id);
    const lane = lanes.find(({ id }) => id === laneId);
    if (!ticket || !lane || laneOf(ticket) === laneId) return;
    mutate({ ticket, lane: laneId === openLane ? undefined : { id: lane.id, name: lane.name, color: lane.color ?? '', kanban: 1 } });
    setSaid(text('moved', { name: ticket.contact.name, lane: lane.name, n: (board[laneId]?.count ?? 0) + 1 }));
  };
  return { move, said };
}

/** The one card that Tab reaches: the last that was focused, or else the first. */
function useStop(board: Board, lanes: LanesProps['lanes']) {
  const [at, setAt] = useState<{ id: number | undefined; isWanted: boolean }>({ id: undefined, isWanted: false });
  const isThere = at.id !== undefined && findCard(board, at.id) !== undefined;
  const first = lanes.flatMap(({ id }) => board[id]?.items[0] ?? [])[0]?.id;
  const stop = useMemo(() => (isThere ? at : { id: first, isWanted: false }), [isThere, at, first]);
  const onFocused = useCallback(() => setAt((now) => ({ ...now, isWanted: false })), []);
  return { stop, setStop: setAt, onFocused };
}

type Doing = Pick<LanesProps, 'board' | 'lanes' | 'onOpen'> & {
  move: (ticket: Ticket, lane: number) => void;
  take: CardCalls['take'];
  setStop: (stop: { id: number; isWanted: boolean }) => void;
};

/** The same functions for as long as the board is shown, so that cards are rendered only when they change. */
function useCardCalls(doing: Doing): CardCalls {
  const latest = useRef(doing);
  useEffect(() => {
    latest.current = doing;
  });
  return useMemo(
    () => ({
      open: (ticket) => {
        latest.current.setStop({ id: ticket.id, isWanted: false });
        latest.current.onOpen(ticket.uuid);
      },
      move: (ticket, lane) => latest.current.move(ticket, lane),
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
    event.currentTarget.parentElement?.querySelector<HTMLElement>('[data-move]')?.click();
    return;
  }
  const { board, lanes } = current;
  const step = stepFrom(
    board,
    lanes.map(({ id }) => id),
    ticket,
    event.key,
    withControl,
  );
  if (!step) return;
  event.preventDefault();
  if ('lane' in step) current.move(ticket, step.lane);
  current.setStop({ id: 'focus' in step ? step.focus : ticket.id, isWanted: true });
}

/** Now, a minute long. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

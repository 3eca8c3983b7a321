import { laneOf } from '@prosa/contracts/kanban';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { Board } from '../ticket-store/board.patch.ts';
import { useCardCalls, useMoves, useStop } from './card-calls.ts';
import styles from './Kanban.module.css';
import type { BoardProps } from './KanbanBoard.tsx';
import { kanbanMessages } from './kanban.messages.ts';
import { Lane, type LaneHead } from './Lane.tsx';
import { useCardDrag } from './useCardDrag.ts';

type LanesProps = BoardProps & {
  lanes: readonly LaneHead[];
  board: Board;
  loading: ReadonlySet<number>;
  loadMore: (lane: number) => Promise<boolean>;
};

const seenAtFirst = 5;

export function Lanes({ lanes, board, loading, loadMore, openUuid, onOpen }: LanesProps) {
  const text = useMessages(kanbanMessages);
  const now = useNow();
  const { move, said } = useMoves(board, lanes);
  const drag = useCardDrag(move);
  const { stop, setStop, onFocused } = useStop(board, lanes, openUuid);
  const calls = useCardCalls({ board, lanes, move, take: drag.take, setStop, onOpen });
  const more = useSame(loadMore);
  const { ticket: taken, over } = drag.dragging ?? {};
  const from = taken && laneOf(taken);
  return (
    <>
      <VisuallyHidden>
        <span id="kanban-hint">{text('hint')}</span>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <LaneSelect lanes={lanes} board={board} scroller={drag.scroller} />
      <section className={styles.board} ref={drag.scroller} aria-label={text('board')} data-dragging={taken ? '' : undefined}>
        {lanes.map((lane, place) => (
          <Lane
            key={lane.id}
            {...{ lane, lanes, now, calls, onFocused }}
            stop={stop.lane === lane.id ? stop.id : undefined}
            isWanted={stop.isWanted && stop.lane === lane.id}
            isFirst={place < seenAtFirst}
            openUuid={openUuid}
            loadMore={more}
            cards={board[lane.id]}
            inHand={from === lane.id ? taken?.id : undefined}
            isOver={over === lane.id && from !== lane.id}
            isLoading={loading.has(lane.id)}
          />
        ))}
      </section>
      {taken && (
        <div className={styles.ghost} ref={drag.ghostRef} aria-hidden="true">
          {taken.contact.name}
        </div>
      )}
    </>
  );
}

type LaneSelectProps = Pick<LanesProps, 'lanes' | 'board'> & { scroller: RefObject<HTMLElement | null> };

/** Where one lane fills the screen: which it is, and the way to another without swiping through those between. */
function LaneSelect({ lanes, board, scroller }: LaneSelectProps) {
  const text = useMessages(kanbanMessages);
  const [shown, setShown] = useState('0');
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const look = () => {
      const left = box.getBoundingClientRect().left;
      const found = [...box.querySelectorAll<HTMLElement>('[data-lane]')].find((lane) => lane.getBoundingClientRect().right > left + 60);
      setShown(found?.dataset.lane ?? '0');
    };
    box.addEventListener('scrollend', look);
    return () => box.removeEventListener('scrollend', look);
  }, [scroller]);
  const goTo = (id: string) => {
    setShown(id);
    scroller.current?.querySelector(`[data-lane="${id}"]`)?.scrollIntoView({ inline: 'start', block: 'nearest' });
  };
  return (
    <div className={styles.laneSelect}>
      <Select
        label={text('lane')}
        labelHidden
        value={shown}
        onChange={goTo}
        options={lanes.map(({ id, name }) => ({ value: String(id), label: `${name} (${board[id]?.count ?? 0})` }))}
      />
    </div>
  );
}

/** The same function however often it is made anew: what gets it is rendered only when something else changes. */
function useSame<A, R>(make: (given: A) => R): (given: A) => R {
  const latest = useRef(make);
  useEffect(() => {
    latest.current = make;
  });
  return useCallback((given: A) => latest.current(given), []);
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

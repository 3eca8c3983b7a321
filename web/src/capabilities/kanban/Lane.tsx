import type { Ticket } from '@prosa/contracts/tickets';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import type { Loaded } from '../../platform/lists/loaded.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Card, type CardCalls, type LaneChoice } from './Card.tsx';
import styles from './Kanban.module.css';
import { kanbanMessages } from './kanban.messages.ts';

export const cardHeight = 148;

type LaneProps = {
  lane: LaneChoice & { color?: string | undefined };
  lanes: readonly LaneChoice[];
  cards: Loaded<Ticket> | undefined;
  now: number;
  /** The card that Tab reaches, and whether it is to be focused. */
  stop: { id: number | undefined; isWanted: boolean };
  openUuid: string | undefined;
  inHand: number | undefined;
  isOver: boolean;
  isLoading: boolean;
  options?: ReactNode;
  calls: CardCalls;
  onFocused: () => void;
  loadMore: (lane: number) => void;
};

export function Lane(props: LaneProps) {
  const { lane, cards, isOver, options } = props;
  const text = useMessages(kanbanMessages);
  return (
    <section className={styles.lane} data-lane={lane.id} data-over={isOver || undefined} aria-label={lane.name}>
      <header className={styles.laneHead}>
        {lane.color !== undefined && <i aria-hidden="true" className={styles.dot} style={{ background: lane.color }} />}
        <h2>{lane.name}</h2>
        <span className={styles.count}>
          <span aria-hidden="true">{cards?.count ?? 0}</span>
          <VisuallyHidden>{text('cards', { n: cards?.count ?? 0 })}</VisuallyHidden>
        </span>
        {options}
      </header>
      <Cards {...props} />
    </section>
  );
}

function Cards({ lane, lanes, cards, now, stop, openUuid, inHand, isOver, isLoading, calls, onFocused, loadMore }: LaneProps) {
  const text = useMessages(kanbanMessages);
  const scroller = useRef<HTMLDivElement>(null);
  const items = cards?.items ?? [];
  const virtual = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 4,
  });
  const fill = () => {
    const box = scroller.current;
    if (box && cards?.hasMore && box.scrollHeight - box.scrollTop - box.clientHeight < 600) loadMore(lane.id);
  };
  const wanted = stop.isWanted ? items.findIndex(({ id }) => id === stop.id) : -1;
  useEffect(() => {
    if (wanted < 0) return undefined;
    virtual.scrollToIndex(wanted);
    const frame = requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-card="${stop.id}"]`)?.focus();
      onFocused();
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, stop.id, virtual, onFocused]);
  return (
    <div className={styles.cards} ref={scroller} onScroll={fill}>
      {isOver && <div aria-hidden="true" className={styles.landing} />}
      {items.length === 0 && !isOver && <p className={styles.none}>{text('emptyLane')}</p>}
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const ticket = items[index];
          if (!ticket) return null;
          return (
            <li key={key} aria-setsize={cards?.count} aria-posinset={index + 1} style={{ transform: `translateY(${start}px)` }}>
              <Card
                {...{ ticket, lanes, now, calls, lane: lane.id }}
                isStop={ticket.id === stop.id}
                isOpen={ticket.uuid === openUuid}
                isInHand={ticket.id === inHand}
              />
            </li>
          );
        })}
      </ul>
      {isLoading && <Spinner />}
    </div>
  );
}

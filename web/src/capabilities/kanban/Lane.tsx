import { openLane } from '@prosa/contracts/kanban';
import type { Ticket } from '@prosa/contracts/tickets';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../platform/language/messages.ts';
import type { Loaded } from '../../platform/lists/loaded.ts';
import { useFill } from '../../platform/lists/useFill.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Card, type CardCalls, type LaneChoice } from './Card.tsx';
import styles from './Kanban.module.css';
import { kanbanMessages } from './kanban.messages.ts';
import { LaneOptions } from './LaneOptions.tsx';

const cardHeight = 156;
/** What the bars above and below take of the window. */
const aroundLanes = 180;
/** Lanes further than this beyond the sides of the board have no cards. */
const nearBy = '0px 400px';
const loadsWithin = 600;
const focusTries = 20;

export type LaneHead = LaneChoice & { color?: string | undefined };
type LaneProps = {
  lane: LaneHead;
  lanes: readonly LaneChoice[];
  /** Among the first, which are seen as the board opens. */
  isFirst: boolean;
  cards: Loaded<Ticket> | undefined;
  now: number;
  /** The card of this lane that Tab reaches, and whether it is to be focused. */
  stop: number | undefined;
  isWanted: boolean;
  openUuid: string | undefined;
  inHand: number | undefined;
  isOver: boolean;
  isLoading: boolean;
  calls: CardCalls;
  onFocused: () => void;
  loadMore: (lane: number) => Promise<boolean>;
};

export const Lane = memo(function Lane(props: LaneProps) {
  const { lane, cards, isOver } = props;
  const text = useMessages(kanbanMessages);
  const box = useRef<HTMLElement>(null);
  const isNear = useNear(box, props.isFirst);
  const n = cards?.count ?? 0;
  return (
    <section className={styles.lane} ref={box} data-lane={lane.id} data-over={isOver || undefined} aria-label={lane.name}>
      <header className={styles.laneHead}>
        {lane.color !== undefined && <i aria-hidden="true" className={styles.dot} style={{ background: lane.color }} />}
        <h2 title={lane.name}>{lane.name}</h2>
        <span className={styles.count}>
          <span aria-hidden="true">{n}</span>
          <VisuallyHidden>{text(n === 1 ? 'oneCard' : 'cards', { n })}</VisuallyHidden>
        </span>
        {isNear && lane.id !== openLane && <LaneOptions lane={lane} lanes={props.lanes} />}
      </header>
      {isNear || props.isWanted ? <Cards {...props} /> : <div className={styles.cards} />}
    </section>
  );
});

/** Whether it is on the screen or soon will be. */
function useNear(box: RefObject<HTMLElement | null>, isFirst: boolean): boolean {
  const [isNear, setNear] = useState(isFirst);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new IntersectionObserver((seen) => setNear(seen.at(-1)?.isIntersecting ?? false), {
      root: box.current.parentElement,
      rootMargin: nearBy,
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return isNear;
}

function Cards({ lane, lanes, cards, now, stop, isWanted, openUuid, inHand, isOver, isLoading, calls, onFocused, loadMore }: LaneProps) {
  const text = useMessages(kanbanMessages);
  const scroller = useRef<HTMLDivElement>(null);
  const items = cards?.items ?? [];
  const virtual = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 1,
    // Nearly as high as a lane will be found to be, so that its cards are there with it and not one rendering later.
    initialRect: { width: 0, height: innerHeight - aroundLanes },
  });
  const fill = useFill(scroller, { count: items.length, loadMore: () => loadMore(lane.id), within: loadsWithin });
  const wanted = isWanted ? items.findIndex(({ id }) => id === stop) : -1;
  useEffect(() => {
    if (wanted < 0) return undefined;
    virtual.scrollToIndex(wanted);
    return whenThere(
      () => scroller.current?.querySelector<HTMLElement>(`[data-card="${stop}"]`),
      (card) => {
        card.focus();
        card.scrollIntoView({ inline: 'nearest', block: 'nearest' });
        onFocused();
      },
    );
  }, [wanted, stop, virtual, onFocused]);
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
                isStop={ticket.id === stop}
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

/** A card that is scrolled to is rendered some frames later. */
function whenThere(find: () => HTMLElement | null | undefined, use: (found: HTMLElement) => void): () => void {
  let frame = 0;
  let tries = 0;
  const look = () => {
    const found = find();
    tries += 1;
    if (found) use(found);
    else if (tries < focusTries) frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

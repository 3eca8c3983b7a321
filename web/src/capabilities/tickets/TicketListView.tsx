import type { Ticket } from '@prosa/contracts/tickets';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { commonMessages } from '../../platform/common.messages.ts';
import { useMessages } from '../../platform/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton, useLate } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './TicketList.module.css';
import { TicketRow } from './TicketRow.tsx';
import type { useTicketList } from './tickets.data.ts';
import { ticketsMessages } from './tickets.messages.ts';
import { useSteady } from './useSteady.ts';

const moreWithin = 100;
const rowHeight = 76;
const bones = [1, 2, 3, 4, 5, 6, 7, 8];

export type ListHandle = {
  /** Moves the focus one row on; into the list when it is elsewhere. */
  move: (step: 1 | -1) => void;
  /** The ticket whose row has the focus. */
  focused: () => Ticket | undefined;
};
type TicketListViewProps = {
  ref: Ref<ListHandle>;
  label: string;
  list: ReturnType<typeof useTicketList>;
  selectedUuid: string | undefined;
  showConnection: boolean;
  empty: ReactNode;
  onAccept: (ticket: Ticket) => void;
};

export function TicketListView({ list, empty, ...rest }: TicketListViewProps) {
  const text = useMessages(commonMessages);
  if (list.data && list.data.items.length > 0) return <Rows list={list} tickets={list.data.items} {...rest} />;
  if (list.data) return <div className={styles.scroller}>{empty}</div>;
  if (!list.isError) return <Bones />;
  return (
    <div className={styles.scroller} role="alert">
      <EmptyState title={text('listFailed')} action={<Button onClick={() => void list.refetch()}>{text('tryAgain')}</Button>} />
    </div>
  );
}

function Bones() {
  const text = useMessages(commonMessages);
  const late = useLate();
  return (
    <div className={styles.scroller} role="status">
      <VisuallyHidden>{text('loading')}</VisuallyHidden>
      {late &&
        bones.map((bone) => (
          <div key={bone} className={styles.bone}>
            <Skeleton width={40} height={40} round />
            <span>
              <Skeleton width={`${55 - (bone % 3) * 8}%`} />
              <Skeleton width={`${85 - (bone % 4) * 10}%`} height={12} />
              <Skeleton width="40%" height={12} />
            </span>
          </div>
        ))}
    </div>
  );
}

type RowsProps = Omit<TicketListViewProps, 'empty'> & { tickets: Ticket[] };

function Rows({ ref, label, list, tickets, selectedUuid, showConnection, onAccept }: RowsProps) {
  const text = useMessages(ticketsMessages);
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, waiting, release, handlers } = useSteady(tickets);
  const virtual = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    paddingStart: 4,
    paddingEnd: 4,
  });
  useRowFocus(ref, rows, selectedUuid, scroller, (index) => virtual.scrollToIndex(index));
  const fill = useFill(scroller, rows.length, list.loadMore);
  const toTop = () => {
    release();
    scroller.current?.scrollTo({ top: 0 });
  };

  return (
    <div className={styles.area}>
      {waiting > 0 && (
        <button type="button" className={styles.above} onClick={toTop}>
          {text(waiting === 1 ? 'newAboveOne' : 'newAbove', { n: waiting })}
        </button>
      )}
      <div className={styles.scroller} ref={scroller} onScroll={fill} {...handlers}>
        <ul className={styles.rows} aria-label={label} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const ticket = rows[index];
            return (
              ticket && (
                <li
                  key={key}
                  data-index={index}
                  ref={virtual.measureElement}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-setsize={list.data?.count}
                  aria-posinset={index + 1}
                >
                  <TicketRow ticket={ticket} isSelected={ticket.uuid === selectedUuid} {...{ showConnection, onAccept }} />
                </li>
              )
            );
          })}
        </ul>
        {list.isLoadingMore && (
          <p className={styles.more}>
            <Spinner />
            <span>{text('loadingMore')}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** Loads more near the bottom, and by itself when what is loaded does not fill the screen. */
function useFill(scroller: { current: HTMLElement | null }, count: number, loadMore: () => Promise<void>): () => void {
  const fill = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    if (scrollHeight - scrollTop - clientHeight <= moreWithin) void loadMore().catch(() => undefined);
  };
  const refill = useEffectEvent(fill);
  useEffect(() => {
    if (count > 0) refill();
  }, [count]);
  return fill;
}

function useRowFocus(
  ref: Ref<ListHandle>,
  rows: readonly Ticket[],
  selectedUuid: string | undefined,
  scroller: { current: HTMLElement | null },
  scrollTo: (index: number) => void,
): void {
  const focusedIndex = () => {
    const item = document.activeElement?.closest<HTMLElement>('li[data-index]');
    return item && scroller.current?.contains(item) ? Number(item.dataset.index) : -1;
  };
  useImperativeHandle(ref, () => ({
    focused: () => rows[focusedIndex()],
    move(step) {
      const focused = focusedIndex();
      const from = focused >= 0 ? focused : rows.findIndex((ticket) => ticket.uuid === selectedUuid);
      const index = from < 0 ? 0 : Math.max(0, Math.min(from + step, rows.length - 1));
      const row = () => scroller.current?.querySelector<HTMLElement>(`li[data-index="${index}"] [data-row]`);
      const shown = row();
      if (shown) return shown.focus();
      scrollTo(index);
      // A row out of view only comes into being with the next frame.
      requestAnimationFrame(() => row()?.focus());
    },
  }));
}

import type { Ticket } from '@prosa/contracts/tickets';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type HTMLAttributes, type PointerEvent, type ReactNode, type Ref, useMemo, useRef } from 'react';
import { errorText } from '../../../platform/api/errors.ts';
import { useCompact } from '../../../platform/browser/appearance.ts';
import { commonMessages } from '../../../platform/language/common.messages.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useFill } from '../../../platform/lists/useFill.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Skeleton, useDelayed } from '../../../ui/Skeleton.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { listMessages } from './list.messages.ts';
import styles from './TicketList.module.css';
import { DepartedTicketRow, type RowCalls, TicketRow } from './TicketRow.tsx';
import type { TicketList } from './ticket-list.data.ts';
import { useDepartedRows } from './useDepartedRows.ts';
import { useFrozenRows } from './useFrozenRows.ts';
import { type ListHandle, useRowFocus } from './useRowFocus.ts';

export const useRowHeight = (): number => (useCompact() ? 60 : 76);
const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8];

/** What every list of tickets is given: which is open, which are chosen, what rows call, and where it was scrolled to. */
export type ListSetting = {
  ref: Ref<ListHandle>;
  selectedUuid: string | undefined;
  chosen: ReadonlySet<number>;
  calls: RowCalls;
  place: { get: () => number; set: (offset: number) => void };
};
type TicketListViewProps = ListSetting & { label: string; list: TicketList; empty: ReactNode };

export function TicketListView({ list, empty, ...rest }: TicketListViewProps) {
  const rowHeight = useRowHeight();
  // Rows of another height begin anew: nothing measured before holds.
  if (list.data && list.data.items.length > 0)
    return <Rows key={rowHeight} list={list} tickets={list.data.items} rowHeight={rowHeight} {...rest} />;
  if (list.data) return <div className={styles.scroller}>{empty}</div>;
  return list.isError ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : <ListSkeleton />;
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useMessages(commonMessages);
  return (
    <div className={styles.scroller} role="alert">
      <EmptyState
        title={text('listFailed')}
        body={error !== null && errorText(error)}
        action={<Button onClick={onRetry}>{text('tryAgain')}</Button>}
      />
    </div>
  );
}

export function ListSkeleton() {
  const text = useMessages(commonMessages);
  const late = useDelayed();
  return (
    <div className={styles.scroller} role="status">
      <VisuallyHidden>{text('loading')}</VisuallyHidden>
      {late &&
        skeletonRows.map((row) => (
          <div key={row} className={styles.placeholder}>
            <Skeleton width={40} height={40} round />
            <span>
              <Skeleton width={`${55 - (row % 3) * 8}%`} />
              <Skeleton width={`${85 - (row % 4) * 10}%`} height={12} />
              <Skeleton width="40%" height={12} />
            </span>
          </div>
        ))}
    </div>
  );
}

type RowsProps = Omit<TicketListViewProps, 'empty'> & { tickets: Ticket[]; rowHeight: number };

function Rows({ ref, label, list, tickets, rowHeight, selectedUuid, chosen, calls, place }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, waiting, release, isHeld, handlers } = useFrozenRows(tickets);
  const { placed, forget } = useDepartedRows(rows, isHeld);
  const stops = useMemo(() => placed.map(({ item, isGone }) => ({ ticket: isGone ? undefined : item, isStop: !isGone })), [placed]);
  const virtual = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: placed.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => placed[index]?.item.id ?? index,
    initialOffset: place.get,
    overscan: 6,
    paddingStart: 4,
    paddingEnd: 4,
  });
  useRowFocus(ref, { stops, selectedUuid, scroller, scrollTo: (index) => virtual.scrollToIndex(index) });
  const fill = useFill(scroller, { count: rows.length, loadMore: list.loadMore });
  const onScroll = () => {
    place.set(scroller.current?.scrollTop ?? 0);
    fill();
  };
  const toTop = () => {
    release();
    scroller.current?.scrollTo({ top: 0 });
  };
  const leave = (event: PointerEvent) => {
    handlers.onPointerLeave();
    // A finger leaves with every touch: only its own time frees the places it has made.
    if (event.pointerType === 'mouse') forget();
  };
  const goneBefore = (index: number) => placed.slice(0, index).filter(({ isGone }) => isGone).length;
  const isChosen = (id: number) => (chosen.size === 0 ? undefined : chosen.has(id));
  return (
    <div className={styles.area}>
      {waiting > 0 && <NewAbove count={waiting} onClick={toTop} />}
      <div className={styles.scroller} ref={scroller} onScroll={onScroll} {...handlers} onPointerLeave={leave}>
        <ul className={styles.rows} aria-label={label} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = placed[index];
            const own = { className: styles.ticket, 'data-index': index, style: { transform: `translateY(${start}px)` } };
            if (!row) return null;
            if (row.isGone) return <DepartedRowView key={key} ticket={row.item} own={own} />;
            const { item: ticket } = row;
            return (
              <li key={key} {...own} aria-setsize={list.data?.count} aria-posinset={index + 1 - goneBefore(index)}>
                <TicketRow ticket={ticket} isSelected={ticket.uuid === selectedUuid} isChosen={isChosen(ticket.id)} {...calls} />
              </li>
            );
          })}
        </ul>
        {list.isLoadingMore && <LoadingMore />}
      </div>
    </div>
  );
}

/** Only visible, so that nothing jumps: not clickable and hidden from screen readers. */
function DepartedRowView({ ticket, own }: { ticket: Ticket; own: HTMLAttributes<HTMLLIElement> }) {
  return (
    <li {...own} data-gone aria-hidden="true" inert>
      <DepartedTicketRow ticket={ticket} />
    </li>
  );
}

function NewAbove({ count, onClick }: { count: number; onClick: () => void }) {
  const text = useMessages(listMessages);
  return (
    <button type="button" className={styles.above} onClick={onClick}>
      {text(count === 1 ? 'newAboveOne' : 'newAbove', { n: count })}
    </button>
  );
}

export function LoadingMore() {
  const text = useMessages(listMessages);
  return (
    <p className={styles.more}>
      <Spinner />
      <span>{text('loadingMore')}</span>
    </p>
  );
}

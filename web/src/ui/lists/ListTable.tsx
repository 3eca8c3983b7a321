import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useCompact } from '../../platform/browser/appearance.ts';
import { narrowScreen, useMedia } from '../../platform/browser/media.ts';
import { isFreeKey } from '../../platform/browser/shortcuts.ts';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { pageSize } from '../../platform/lists/long-list.ts';
import type { LongListView } from '../../platform/lists/useLongList.ts';
import { classes } from '../classes.ts';
import { Skeleton } from '../Skeleton.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import styles from './ListTable.module.css';
import { type RowAction, RowActions } from './RowActions.tsx';

export type ListColumn<R> = {
  key: string;
  header: string;
  cell: (row: R) => ReactNode;
  /** A share of the width, or a fixed one. */
  width?: string;
  /** On a narrow screen: the head of the card, without its label. */
  leads?: boolean;
  /** Left out between a phone and a wide screen, or only a tablet: what the record's own form tells as well. */
  spare?: boolean | 'tight';
  /** Worded buttons: they may wrap, and take the foot of the card on a narrow screen. */
  buttons?: boolean;
};
/** Rows that ask for attention have a tint; what it means also stands in words. */
export type RowTone = 'yellow' | 'orange' | 'red';
type ListTableProps<R> = {
  /** What the table is, for who can not see it. */
  caption: string;
  columns: readonly ListColumn<R>[];
  rows: LongListView<R>;
  /** Small buttons at the end of each row. */
  actions?: ((row: R) => readonly RowAction[]) | undefined;
  /** What a click on a row or Enter does. */
  onOpen?: ((row: R) => void) | undefined;
  /** A letter pressed on a row. */
  onRowKey?: ((key: string, row: R) => void) | undefined;
  rowTone?: ((row: R) => RowTone | undefined) | undefined;
};

const wideRow = 45;
const compactRow = 37;
const narrowRow = 150;

/** A real table of any length: only the rows in view exist. Under 600 px each row is a card of label and value. */
export function ListTable<R extends { id: number }>({ caption, columns, rows, actions, onOpen, onRowKey, rowTone }: ListTableProps<R>) {
  const narrow = useMedia(narrowScreen);
  const rowHeight = useCompact() ? compactRow : wideRow;
  const scroller = useRef<HTMLDivElement>(null);
  const slots = rows.list?.slots ?? [];
  const virtual = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: slots.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? narrowRow : rowHeight),
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured anew
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  // What fits on one page of the server is there as a whole: its rows may be of any height.
  const isShort = slots.length <= pageSize;
  const items = virtual.getVirtualItems();
  const shown = isShort ? [...slots.keys()] : items.map(({ index }) => index);
  useWanted(rows, shown[0], shown.at(-1));
  const scrollTo = (index: number) => (isShort ? undefined : virtual.scrollToIndex(index));
  const { active, setActive, onKeyDown } = useRowKeys(scroller, slots, scrollTo, { onOpen, onRowKey });
  return (
    <div className={styles.scroller} ref={scroller} data-list data-previous={rows.isPrevious || undefined}>
      <table className={styles.table} data-short={isShort || undefined} aria-rowcount={slots.length + 1}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <Head columns={columns} hasActions={actions !== undefined} />
        <tbody onKeyDown={onKeyDown}>
          {!isShort && <Space height={items[0]?.start ?? 0} />}
          {shown.map((index) => {
            const row = slots[index];
            const place = { index, measure: narrow && !isShort ? virtual.measureElement : undefined };
            if (!row) return <EmptyRow key={`empty-${index}`} columns={columns.length + (actions ? 1 : 0)} {...place} />;
            return (
              <Row
                key={row.id}
                {...{ row, columns, actions, onOpen, narrow, ...place }}
                tone={rowTone?.(row)}
                isActive={index === Math.min(active, slots.length - 1)}
                onActive={setActive}
              />
            );
          })}
          {!isShort && <Space height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />}
        </tbody>
      </table>
    </div>
  );
}

function Head<R>({ columns, hasActions }: Pick<ListTableProps<R>, 'columns'> & { hasActions: boolean }) {
  const text = useMessages(commonMessages);
  return (
    <thead>
      <tr>
        {columns.map(({ key, header, width, spare }) => (
          <th key={key} scope="col" className={classes(spareClass(spare))} style={{ width }}>
            {header}
          </th>
        ))}
        {hasActions && (
          <th scope="col" className={styles.actionsHead}>
            {text('actions')}
          </th>
        )}
      </tr>
    </thead>
  );
}

/** Stands for the rows that are not there, so that the rest is where it belongs. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing of it takes the focus
    <tr aria-hidden="true" className={styles.space} style={{ height }}>
      <td />
    </tr>
  );
}

type RowPlacement = {
  index: number /** Cards are as high as what they hold. */;
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
};

function EmptyRow({ columns, index, measure }: RowPlacement & { columns: number }) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} aria-busy="true" className={styles.row}>
      <td colSpan={columns}>
        <Skeleton width={`${[46, 62, 38, 54][index % 4] ?? 50}%`} />
      </td>
    </tr>
  );
}

type RowProps<R> = RowPlacement &
  Pick<ListTableProps<R>, 'columns' | 'actions' | 'onOpen'> & {
    row: R;
    narrow: boolean;
    tone: RowTone | undefined;
    isActive: boolean;
    onActive: (index: number) => void;
  };

function Row<R extends { id: number }>({ row, columns, actions, onOpen, narrow, tone, index, measure, isActive, onActive }: RowProps<R>) {
  const element = useRef<HTMLTableRowElement>(null);
  useFlash(element, row);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who moved is measured at the new place
  useLayoutEffect(() => measure?.(element.current), [measure, index]);
  // Scrolling draws the table anew at every step; what a row shows stays as it was.
  const cells = useMemo(() => <Cells {...{ row, columns, actions, narrow }} />, [row, columns, actions, narrow]);
  const open = (event: MouseEvent) => {
    // A press on a button is the button's; a selection is a wish to copy.
    if (event.target instanceof Element && event.target.closest('button, a, [popover]')) return;
    if (getSelection()?.isCollapsed !== false) onOpen?.(row);
  };
  return (
    <tr
      ref={element}
      data-index={index}
      aria-rowindex={index + 2}
      data-tone={tone}
      tabIndex={isActive ? 0 : -1}
      className={classes(styles.row, onOpen && styles.opens)}
      onClick={onOpen && open}
      onFocus={() => onActive(index)}
    >
      {cells}
    </tr>
  );
}

const spareClass = (spare: boolean | 'tight' | undefined) => (spare === 'tight' ? styles.tight : spare && styles.spare);

/** One line of it; a text that may not fit is whole in its title. */
function Value({ children }: { children: ReactNode }) {
  return (
    <span className={styles.value} title={typeof children === 'string' ? children : undefined}>
      {children}
    </span>
  );
}

function Cells<R>({ row, columns, actions, narrow }: Pick<RowProps<R>, 'row' | 'columns' | 'actions' | 'narrow'>) {
  return (
    <>
      {columns.map(({ key, header, leads, spare, buttons, cell }) => (
        <td
          key={key}
          data-label={header}
          className={classes(styles.cell, leads && styles.leads, spareClass(spare), buttons && styles.worded)}
        >
          {buttons ? <span className={styles.wordedButtons}>{cell(row)}</span> : <Value>{cell(row)}</Value>}
        </td>
      ))}
      {actions && (
        <td className={styles.actions}>
          <RowActions actions={actions(row)} narrow={narrow} />
        </td>
      )}
    </>
  );
}

/** A row that changes while it is seen says so for a moment. */
function useFlash(element: RefObject<HTMLElement | null>, row: object): void {
  const before = useRef(row);
  useEffect(() => {
    const changed = before.current !== row && JSON.stringify(before.current) !== JSON.stringify(row);
    before.current = row;
    if (changed && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      element.current?.animate?.([{ backgroundColor: 'var(--selected)' }, {}], 600);
  }, [element, row]);
}

function useWanted<R>({ want, list }: LongListView<R>, first: number | undefined, last: number | undefined): void {
  const ask = useEffectEvent(want);
  useEffect(() => {
    if (list && first !== undefined && last !== undefined) ask(first, last);
  }, [list, first, last]);
}

type RowCalls<R> = Pick<ListTableProps<R>, 'onOpen' | 'onRowKey'>;

/** One tab stop for all rows; arrows move, Enter opens. */
function useRowKeys<R>(
  scroller: { current: HTMLElement | null },
  slots: readonly (R | undefined)[],
  scrollTo: (index: number) => void,
  { onOpen, onRowKey }: RowCalls<R>,
) {
  const [active, setActive] = useState(0);
  const move = (index: number) => {
    const to = Math.max(0, Math.min(index, slots.length - 1));
    setActive(to);
    const find = () => scroller.current?.querySelector<HTMLElement>(`tr[data-index="${to}"]`);
    scrollTo(to);
    // A row out of view only comes into being with the next frame.
    const there = find();
    if (there) there.focus();
    else requestAnimationFrame(() => find()?.focus({ preventScroll: true }));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.index === undefined || !isFreeKey(event.nativeEvent)) return;
    const index = Number(event.target.dataset.index);
    const target = targetOf(event.key, index, slots.length - 1);
    const row = slots[index];
    if (target !== undefined) move(target);
    else if (event.key === 'Enter' && row && onOpen) onOpen(row);
    else if (event.key.length === 1 && row) return onRowKey?.(event.key.toLowerCase(), row);
    else return;
    event.preventDefault();
  };
  return { active, setActive, onKeyDown };
}

const screenful = 10;
function targetOf(key: string, index: number, end: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    j: index + 1,
    k: index - 1,
    PageDown: index + screenful,
    PageUp: index - screenful,
    Home: 0,
    End: end,
  };
  return steps[key];
}

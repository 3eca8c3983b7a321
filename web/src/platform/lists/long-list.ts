import type { Page } from './useLiveList.ts';

/**
 * A long list of which only parts are loaded, kept in step with live events. Every row of the server's list has its slot;
 * an empty slot is one whose page was not fetched. So the scrollbar tells the truth and nothing is fetched that nobody looks at.
 */
export type LongList<R> = {
  slots: readonly (R | undefined)[];
  /** An event spoke of a row whose slot is empty: only the server knows how the parts not loaded stand now. */
  inDoubt: boolean;
};
export type Change<R> =
  /** `belongs`: whether the list as it is searched shows such a row. */
  | { kind: 'put'; row: R; isNew: boolean; belongs: boolean }
  | { kind: 'drop'; id: number }
  /** Only some of a row is told; a row that is not loaded comes with it when it is. */
  | { kind: 'change'; id: number; change: (row: R) => R };
/** As the server sorts. */
export type Compare<R> = (a: R, b: R) => number;

/** How many rows the server puts on a page. */
export const pageSize = 20;
type Row = { id: number };

export const emptyList = <R>(): LongList<R> => ({ slots: [], inDoubt: false });

/** Builds a list whose endpoint answers every row at once. */
export const completeList = <R>(rows: readonly R[]): LongList<R> => ({ slots: rows, inDoubt: false });

/** The page fetched last decides its own rows and the length of the list. */
export function addPage<R extends Row>(list: LongList<R>, pageNumber: number, { items, count, hasMore }: Page<R>): LongList<R> {
  const start = (pageNumber - 1) * pageSize;
  const end = start + items.length;
  // The server may stop counting before the end. The last page ends the list, whatever the count says.
  const length = hasMore ? Math.max(count, end + 1) : items.length > 0 || start === 0 ? end : Math.min(count, start);
  const ids = new Set(items.map(({ id }) => id));
  const slots = Array.from({ length }, (_, index) => {
    if (index >= start && index < start + pageSize) return items[index - start];
    const held = list.slots[index];
    return held && ids.has(held.id) ? undefined : held;
  });
  return { slots, inDoubt: list.inDoubt };
}

export function applyChange<R extends Row>(list: LongList<R>, change: Change<R>, compare: Compare<R>): LongList<R> {
  const id = change.kind === 'put' ? change.row.id : change.id;
  const index = list.slots.findIndex((row) => row?.id === id);
  const held = list.slots[index];
  const isWhole = !list.slots.includes(undefined);
  if (change.kind === 'change') return held ? { ...list, slots: list.slots.with(index, change.change(held)) } : list;
  if (change.kind === 'drop') return held ? { ...list, slots: list.slots.toSpliced(index, 1) } : { ...list, inDoubt: !isWhole };
  const { row, belongs, isNew } = change;
  if (held && belongs && compare(held, row) === 0) return { ...list, slots: list.slots.with(index, row) };
  const rest = held ? { ...list, slots: list.slots.toSpliced(index, 1) } : list;
  if (!held && !isNew && !isWhole) return { ...list, inDoubt: true };
  return belongs ? insert(rest, row, compare) : rest;
}

/** Beside rows that are not loaded its very place is unknown, but those after it move on all the same. */
function insert<R extends Row>(list: LongList<R>, row: R, compare: Compare<R>): LongList<R> {
  const after = list.slots.findIndex((other) => other !== undefined && compare(other, row) > 0);
  const at = after < 0 ? list.slots.length : after;
  const isPlaced = at === 0 || list.slots[at - 1] !== undefined;
  return { slots: list.slots.toSpliced(at, 0, isPlaced ? row : undefined), inDoubt: list.inDoubt || !isPlaced };
}

/** The pages that hold the rows from one to another. */
export function pagesAmong(first: number, last: number): number[] {
  const from = Math.floor(first / pageSize);
  return Array.from({ length: Math.floor(last / pageSize) - from + 1 }, (_, step) => from + step + 1);
}

/** Those of them that still have to be fetched. */
export function missingPages<R>({ slots }: LongList<R>, first: number, last: number): number[] {
  return pagesAmong(first, Math.min(last, slots.length - 1)).filter((page) =>
    slots.slice(Math.max(first, (page - 1) * pageSize), Math.min(last + 1, page * pageSize)).includes(undefined),
  );
}

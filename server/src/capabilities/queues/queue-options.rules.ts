import { maxOptionDepth, maxOptionsBeside, maxOptionsOfQueue, type QueueOption } from '@prosa/contracts/queue-options';

/** An option as it is stored. */
export type OptionRow = Omit<QueueOption, 'children'>;
/** Where an option stands: below which, and as which of its siblings, counted from 1. */
export type Place = { parentId: number | null; option: number };
export type Placed = Place & { id: number };
/** What is wrong with a place, by the field that asked for it. */
export type Fault = 'missing' | { path: string; message: string };
type Placing = { fault: Fault; moved?: never } | { fault?: never; option: number; moved: Placed[] };

/** The options below one (nothing: the top), with all that is below them. */
export function treeOf(rows: readonly OptionRow[], parentId: number | null = null): QueueOption[] {
  return siblingsOf(rows, parentId).map((row) => ({ ...row, children: treeOf(rows, row.id) }));
}

export const siblingsOf = (rows: readonly OptionRow[], parentId: number | null) =>
  rows.filter((row) => row.parentId === parentId).toSorted((a, b) => a.option - b.option || a.id - b.id);

/** How many levels an option is below the top; an option of the top is at 1. */
function levelOf(rows: readonly OptionRow[], id: number | null): number {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  let level = 0;
  for (let at = id; at !== null && level <= rows.length; at = parents.get(at) ?? null) level += 1;
  return level;
}

const heightOf = (tree: readonly QueueOption[]): number =>
  tree.reduce((height, { children }) => Math.max(height, 1 + heightOf(children)), 0);

const idsIn = (tree: readonly QueueOption[]): number[] => tree.flatMap(({ id, children }) => [id, ...idsIn(children)]);

/** Numbers from 1 without gaps; only those that change. */
const numbered = (rows: readonly OptionRow[], parentId: number | null): Placed[] =>
  rows
    .map(({ id }, index) => ({ id, parentId, option: index + 1 }))
    .filter(({ id, option }) => rows.some((row) => row.id === id && (row.option !== option || row.parentId !== parentId)));

/** A new option: which number it gets, and which siblings make room. */
export function placeNew(
  rows: readonly OptionRow[],
  { parentId, option }: { parentId: number | null; option: number | undefined },
): Placing {
  if (parentId !== null && !rows.some(({ id }) => id === parentId)) return { fault: 'missing' };
  if (rows.length >= maxOptionsOfQueue) return { fault: { path: 'queueId', message: 'tooManyOptions' } };
  const siblings = siblingsOf(rows, parentId);
  const fault = faultOfPlace(siblings.length + 1, levelOf(rows, parentId) + 1);
  if (fault) return { fault };
  const index = Math.min(option ?? siblings.length + 1, siblings.length + 1) - 1;
  const after = siblings.slice(index).map((row) => ({ ...row }));
  return { option: index + 1, moved: after.map(({ id }, place) => ({ id, parentId, option: index + 2 + place })) };
}

/** An option that moves: below another one, to another number, or both. */
export function placeMoved(
  rows: readonly OptionRow[],
  id: number,
  to: { parentId: number | null | undefined; option: number | undefined },
): Placing {
  const row = rows.find((one) => one.id === id);
  if (!row) return { fault: 'missing' };
  const parentId = to.parentId === undefined ? row.parentId : to.parentId;
  if (parentId !== null && !rows.some((one) => one.id === parentId)) return { fault: 'missing' };
  const own = treeOf(rows, id);
  if (parentId === id || (parentId !== null && idsIn(own).includes(parentId)))
    return { fault: { path: 'parentId', message: 'belowItself' } };
  const others = siblingsOf(rows, parentId).filter((one) => one.id !== id);
  const fault = faultOfPlace(others.length + 1, levelOf(rows, parentId) + 1 + heightOf(own));
  if (fault && parentId !== row.parentId) return { fault };
  const last = others.length + 1;
  const option = Math.min(to.option ?? (parentId === row.parentId ? row.option : last), last);
  const arrived = numbered([...others.slice(0, option - 1), row, ...others.slice(option - 1)], parentId);
  const left =
    parentId === row.parentId
      ? []
      : numbered(
          siblingsOf(rows, row.parentId).filter((one) => one.id !== id),
          row.parentId,
        );
  return { option, moved: [...arrived, ...left] };
}

/** All of one place in a new order. Options that the caller did not know of come last. */
export function placeInOrder(rows: readonly OptionRow[], parentId: number | null, ids: readonly number[]): Placing {
  const known = new Set(rows.map(({ id }) => id));
  if ((parentId !== null && !known.has(parentId)) || ids.some((id) => !known.has(id))) return { fault: 'missing' };
  const siblings = siblingsOf(rows, parentId);
  const named = ids.flatMap((id) => siblings.find((row) => row.id === id) ?? []);
  if (named.length < ids.length || new Set(ids).size < ids.length) return { fault: { path: 'ids', message: 'invalidList' } };
  return { option: 1, moved: numbered([...named, ...siblings.filter(({ id }) => !ids.includes(id))], parentId) };
}

/** What closes up when an option goes. */
export function placeWithout(rows: readonly OptionRow[], id: number): Placed[] {
  const row = rows.find((one) => one.id === id);
  return row
    ? numbered(
        siblingsOf(rows, row.parentId).filter((one) => one.id !== id),
        row.parentId,
      )
    : [];
}

function faultOfPlace(siblings: number, depth: number): Fault | undefined {
  if (depth > maxOptionDepth) return { path: 'parentId', message: 'tooDeep' };
  if (siblings > maxOptionsBeside) return { path: 'parentId', message: 'tooManyOptions' };
  return undefined;
}

/** The rows as they are once the options stand where they were put. */
export function withPlaces(rows: readonly OptionRow[], moved: readonly Placed[]): OptionRow[] {
  const places = new Map(moved.map((place) => [place.id, place]));
  return rows.map((row) => ({ ...row, ...places.get(row.id) }));
}

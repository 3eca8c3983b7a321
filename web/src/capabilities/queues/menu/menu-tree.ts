import { maxOptionDepth, maxOptionsBeside, type OptionDraft, type QueueOption, type QueueOptionType } from '@prosa/contracts/queue-options';

/** Where an option stands: below which (nothing: at the top), and as which of its siblings, from 0. */
export type Place = { parentId: number | null; index: number };
export type Row = { option: QueueOption; level: number; index: number; size: number; isOpen: boolean };
/** What is typed about one option; a new one has no id yet. */
export type Editing = { id: number | null; parentId: number | null; title: string; message: string; type: QueueOptionType };
export type Refused = 'tooDeep' | 'tooManyOptions' | 'belowItself';
export type Direction = 'up' | 'down' | 'in' | 'out';

/** Stands for an option that has no id yet. */
export const newId = 0;

/** What is seen of the tree, from top to bottom. */
export function rowsOf(tree: readonly QueueOption[], folded: ReadonlySet<number>, level = 1): Row[] {
  return tree.flatMap((option, index) => {
    const isOpen = option.children.length > 0 && !folded.has(option.id);
    return [{ option, level, index, size: tree.length, isOpen }, ...(isOpen ? rowsOf(option.children, folded, level + 1) : [])];
  });
}

/** An option with those above it, from the top down. */
export function pathTo(tree: readonly QueueOption[], id: number): QueueOption[] | undefined {
  for (const option of tree) {
    if (option.id === id) return [option];
    const below = pathTo(option.children, id);
    if (below) return [option, ...below];
  }
  return undefined;
}

export const childrenOf = (tree: readonly QueueOption[], parentId: number | null): readonly QueueOption[] =>
  parentId === null ? tree : (pathTo(tree, parentId)?.at(-1)?.children ?? []);

export function placeOf(tree: readonly QueueOption[], id: number): Place | undefined {
  const path = pathTo(tree, id);
  if (!path) return undefined;
  const parentId = path.at(-2)?.id ?? null;
  return { parentId, index: childrenOf(tree, parentId).findIndex((option) => option.id === id) };
}

/** Where one step of the keyboard leads; nothing at the edge. */
export function stepFrom(tree: readonly QueueOption[], id: number, direction: Direction): Place | undefined {
  const place = placeOf(tree, id);
  if (!place) return undefined;
  const siblings = childrenOf(tree, place.parentId);
  if (direction === 'up') return place.index === 0 ? undefined : { ...place, index: place.index - 1 };
  if (direction === 'down') return place.index === siblings.length - 1 ? undefined : { ...place, index: place.index + 1 };
  if (direction === 'in') {
    const above = siblings[place.index - 1];
    return above && { parentId: above.id, index: above.children.length };
  }
  const parent = place.parentId === null ? undefined : placeOf(tree, place.parentId);
  return parent && { parentId: parent.parentId, index: parent.index + 1 };
}

const heightOf = (tree: readonly QueueOption[]): number =>
  tree.reduce((height, { children }) => Math.max(height, 1 + heightOf(children)), 0);
const levelOf = (tree: readonly QueueOption[], id: number | null) => (id === null ? 0 : (pathTo(tree, id)?.length ?? 0));

/** Why an option can not be there, by the limits that the server keeps. `height` is what comes along below it. */
export function refusedPlace(tree: readonly QueueOption[], { parentId }: Pick<Place, 'parentId'>, moved?: number): Refused | undefined {
  const path = parentId === null ? [] : (pathTo(tree, parentId) ?? []);
  if (moved !== undefined && path.some(({ id }) => id === moved)) return 'belowItself';
  const own = moved === undefined ? [] : (pathTo(tree, moved)?.at(-1)?.children ?? []);
  if (levelOf(tree, parentId) + 1 + heightOf(own) > maxOptionDepth) return 'tooDeep';
  const beside = childrenOf(tree, parentId).filter(({ id }) => id !== moved).length;
  return beside >= maxOptionsBeside ? 'tooManyOptions' : undefined;
}

const numbered = (options: readonly QueueOption[], parentId: number | null): QueueOption[] =>
  options.map((option, index) => ({ ...option, parentId, option: index + 1 }));

/** The tree with other children in one place. */
function withChildren(tree: readonly QueueOption[], parentId: number | null, children: readonly QueueOption[]): QueueOption[] {
  if (parentId === null) return numbered(children, null);
  return tree.map((option) => ({
    ...option,
    children: option.id === parentId ? numbered(children, parentId) : withChildren(option.children, parentId, children),
  }));
}

export function without(tree: readonly QueueOption[], id: number): QueueOption[] {
  const place = placeOf(tree, id);
  if (!place) return [...tree];
  return withChildren(
    tree,
    place.parentId,
    childrenOf(tree, place.parentId).filter((option) => option.id !== id),
  );
}

export function withOption(tree: readonly QueueOption[], option: QueueOption, { parentId, index }: Place): QueueOption[] {
  const siblings = childrenOf(tree, parentId);
  return withChildren(tree, parentId, [...siblings.slice(0, index), option, ...siblings.slice(index)]);
}

/** As the server puts it: taken out, then put in. `index` counts without the option itself. */
export function moved(tree: readonly QueueOption[], id: number, place: Place): QueueOption[] {
  const option = pathTo(tree, id)?.at(-1);
  return option ? withOption(without(tree, id), option, place) : [...tree];
}

export function changed(tree: readonly QueueOption[], id: number, change: Partial<QueueOption>): QueueOption[] {
  return tree.map((option) => ({ ...option, ...(option.id === id && change), children: changed(option.children, id, change) }));
}

/** The menu as it would be with what is typed and not saved yet. */
export function withEditing(tree: readonly QueueOption[], editing: Editing | undefined, queueId: number): QueueOption[] {
  if (!editing) return [...tree];
  const { id, parentId, ...values } = editing;
  if (id !== null) return changed(tree, id, values);
  const option: QueueOption = { ...values, id: newId, option: 0, queueId, parentId, children: [] };
  return withOption(tree, option, { parentId, index: childrenOf(tree, parentId).length });
}

export const draftsOf = (tree: readonly QueueOption[]): OptionDraft[] =>
  tree.map(({ title, message, type, children }) => ({ title, message, type, children: draftsOf(children) }));

import type { QueueOption } from '@prosa/contracts/queue-options';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { showError } from '../../../platform/api/errors.ts';
import { useMessages } from '../../../platform/language/messages.ts';
import { useToast } from '../../../ui/overlays/Toaster.tsx';
import { useChangeOptions, useOptions } from './menu.data.ts';
import { menuMessages } from './menu.messages.ts';
import {
  childrenOf,
  type Direction,
  type Editing,
  type Place,
  pathTo,
  placeOf,
  type Refused,
  refusedPlace,
  stepFrom,
} from './menu-tree.ts';

const refusals: readonly string[] = ['tooDeep', 'tooManyOptions', 'belowItself'] satisfies Refused[];
const isRefused = (word: string | undefined): word is Refused => word !== undefined && refusals.includes(word);

export type Menu = ReturnType<typeof useMenu>;

/** The options of a queue while they are edited: what is typed, what is folded, which one has the focus, and what is said of it. */
export function useMenu(queueId: number | undefined) {
  const text = useMessages(menuMessages);
  const toast = useToast();
  const list = useOptions(queueId);
  const changes = useChangeOptions(queueId ?? 0);
  const state = useMenuState();
  const { editing, setEditing, setFolded, setFocused } = state;
  const tree = list.data ?? [];
  const refused = (why: Refused) => {
    toast.error(text(why));
    return undefined;
  };
  const failed = (error: unknown) => {
    const why = error instanceof ApiError ? error.details[0]?.message : undefined;
    if (isRefused(why)) refused(why);
    else showError(error);
  };
  const unfold = (id: number | null) => {
    if (id !== null) setFolded((now) => new Set([...now].filter((other) => other !== id)));
  };

  const save = useSave({ tree, state, changes, refused, failed, unfold });

  return {
    ...state,
    tree,
    list,
    busy: changes.busy,
    isDirty: isDirty(tree, editing),
    ...useMoves({ tree, state, changes, refused, failed, unfold }),
    async edit(option: QueueOption) {
      if (!(await save())) return;
      const { id, parentId, title, message, type } = option;
      setFocused(id);
      setEditing({ id, parentId, title, message, type });
    },
    async add(parentId: number | null) {
      const why = refusedPlace(tree, { parentId });
      if (why) {
        refused(why);
        return;
      }
      if (!(await save())) return;
      unfold(parentId);
      setEditing({ id: null, parentId, title: '', message: '', type: 'text' });
    },
    save,
    cancel() {
      setEditing(undefined);
      setFocused(editing?.id ?? editing?.parentId ?? null);
    },
  };
}

type Hands = {
  tree: QueueOption[];
  state: ReturnType<typeof useMenuState>;
  changes: ReturnType<typeof useChangeOptions>;
  refused: (why: Refused) => undefined;
  failed: (error: unknown) => void;
  unfold: (id: number | null) => void;
};

/** Saves what is typed. Whether nothing is left to be saved; a new option without a title is none. */
function useSave({ tree, state: { editing, setEditing, setFocused, setSaid }, changes, failed }: Hands) {
  const text = useMessages(menuMessages);
  return async (): Promise<boolean> => {
    if (!editing) return true;
    const { id, parentId, ...typed } = editing;
    const values = { ...typed, title: typed.title.trim() };
    if (values.title === '' && isDirty(tree, editing)) return false;
    // Pressed twice, it is added once.
    if (id === null && changes.busy) return false;
    setFocused(id ?? parentId);
    // A new one is seen in its editor until it is in the tree.
    if (id !== null || !isDirty(tree, editing)) setEditing(undefined);
    if (!isDirty(tree, editing)) return true;
    try {
      const made = id === null ? await changes.add(values, { parentId, index: childrenOf(tree, parentId).length }) : undefined;
      if (id !== null) await changes.edit(id, values);
      if (made) {
        setEditing(undefined);
        setFocused(made.id);
      }
      setSaid(text(id === null ? 'added' : 'changed', { title: values.title }));
      return true;
    } catch (error) {
      setEditing(editing);
      failed(error);
      return false;
    }
  };
}

/** What changes the shape of the menu. */
function useMoves({ tree, state: { editing, setEditing, setFocused, setSaid }, changes, refused, failed, unfold }: Hands) {
  const text = useMessages(menuMessages);
  const move = (id: number, place: Place | undefined) => {
    const title = pathTo(tree, id)?.at(-1)?.title ?? '';
    if (!place || isSamePlace(place, placeOf(tree, id))) return setSaid(text('stays', { title }));
    const why = refusedPlace(tree, place, id);
    if (why) return refused(why);
    const level = place.parentId === null ? 1 : (pathTo(tree, place.parentId)?.length ?? 0) + 1;
    unfold(place.parentId);
    setFocused(id);
    setSaid(text('moved', { title, n: place.index + 1, level }));
    return void changes.move(id, place).catch(failed);
  };
  return {
    move,
    step: (id: number, direction: Direction) => move(id, stepFrom(tree, id, direction)),
    remove(id: number) {
      const place = placeOf(tree, id);
      const siblings = place ? childrenOf(tree, place.parentId) : [];
      const next = place && (siblings[place.index + 1] ?? siblings[place.index - 1])?.id;
      setFocused(next ?? place?.parentId ?? null);
      setSaid(text('removed', { title: pathTo(tree, id)?.at(-1)?.title ?? '' }));
      if (editing?.id === id) setEditing(undefined);
      void changes.remove(id).catch(failed);
    },
  };
}

function useMenuState() {
  const [editing, setEditing] = useState<Editing>();
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  /** The option that the keyboard is at. */
  const [focused, setFocused] = useState<number | null>(null);
  /** Asked whether it shall be deleted. */
  const [removing, setRemoving] = useState<QueueOption>();
  /** For who can not see what moved. */
  const [said, setSaid] = useState('');
  return { editing, setEditing, folded, setFolded, focused, setFocused, removing, setRemoving, said, setSaid };
}

const isSamePlace = (place: Place, other: Place | undefined) => other?.parentId === place.parentId && other.index === place.index;

/** Whether something typed would be lost. */
function isDirty(tree: readonly QueueOption[], editing: Editing | undefined): boolean {
  if (!editing) return false;
  const before = editing.id === null ? undefined : pathTo(tree, editing.id)?.at(-1);
  const { title = '', message = '', type = 'text' } = before ?? {};
  return editing.title !== title || editing.message !== message || editing.type !== type;
}

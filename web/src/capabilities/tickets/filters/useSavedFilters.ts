import type { SavedFilter } from '@prosa/contracts/saved-filters';
import { useMemo, useState } from 'react';
import { useSession } from '../../../platform/session/session.tsx';
import { useTags } from '../../tags/tags.data.ts';
import type { ManagerTab } from '../ManagerHead.tsx';
import type { TicketSearchState } from '../search/SearchTools.tsx';
import { useColleagues } from '../search/search.data.ts';
import type { useTicketFilters } from '../search/useTicketFilters.ts';
import { type Applied, applyFilter, isEmpty } from './applied-filter.ts';
import { type Conditions, useSavedFilterList } from './saved-filters.data.ts';

type Filters = ReturnType<typeof useTicketFilters>;
type Current = { filters: Filters; search: TicketSearchState };

export type SavedFilters = ReturnType<typeof useSavedFilters>;

/**
 * The saved filters and the one that is applied. It lies over what was chosen by hand, which is there again once it is cleared; whoever
 * changes something of it by hand goes on from there.
 */
export function useSavedFilters(current: Current, tab: ManagerTab) {
  const { filters, search } = current;
  const { list, tell } = useSavedFilterList();
  const [chosen, setChosen] = useState<{ id: number; showedAll: boolean }>();
  const [wasWanted, setWanted] = useState(false);
  const chip = list.find(({ id }) => id === chosen?.id);
  const applied = useApplied(chip, filters);
  const clear = () => {
    if (chosen && chip && chip.users.length > 0) filters.setShowAll(chosen.showedAll);
    setChosen(undefined);
  };
  const apply = (filter: SavedFilter) => {
    setChosen({ id: filter.id, showedAll: filters.showAll });
    // Whoever asks for colleagues' tickets does not ask for their own alone.
    if (filter.users.length > 0 && filters.mayShowAll) filters.setShowAll(true);
  };
  const conditions: Conditions = {
    queueIds: filters.narrowed ?? [],
    tags: tab === 'search' ? search.tags : [],
    users: tab === 'search' ? search.users : [],
    searchParam: tab === 'search' ? search.words.trim() : '',
  };
  const isWanted = wasWanted || list.length > 0 || !isEmpty(conditions);
  // Once they are shown they stay: what was asked for the last of them goes on.
  if (isWanted !== wasWanted) setWanted(isWanted);
  return {
    isWanted,
    list,
    tell,
    chip,
    applied,
    apply,
    clear,
    toggle: (filter: SavedFilter) => (filter.id === chip?.id ? clear() : apply(filter)),
    /** What could be saved now; nothing where nothing is narrowed, or only by what is saved already. */
    conditions: applied || isEmpty(conditions) ? undefined : conditions,
    ...shownAs(current, applied, clear),
  };
}

function useApplied(chip: SavedFilter | undefined, filters: Filters): Applied | undefined {
  const isAdmin = useSession().user.profile === 'admin';
  const tags = useTags((chip?.tags.length ?? 0) > 0).data;
  const colleagues = useColleagues(isAdmin && (chip?.users.length ?? 0) > 0).data;
  const { queues } = filters;
  return useMemo(() => {
    if (!chip) return undefined;
    const idsOf = (each: readonly { id: number }[]) => each.map(({ id }) => id);
    // Only admins ask for the tickets of others by name.
    const users = isAdmin ? colleagues && idsOf(colleagues) : [];
    return applyFilter(chip, { queues: idsOf(queues), tags: tags && idsOf(tags), users });
  }, [chip, queues, tags, colleagues, isAdmin]);
}

/** The controls as they stand under the applied filter. To change one is to go on by hand from what it shows. */
function shownAs({ filters, search }: Current, applied: Applied | undefined, clear: () => void): Current {
  if (!applied) return { filters, search };
  const goOn = () => {
    search.setWords(applied.words);
    search.setTags([...applied.tags]);
    search.setUsers([...applied.users]);
    filters.chooseQueues(applied.queueIds, false);
    clear();
  };
  const after =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      goOn();
      set(value);
    };
  return {
    filters: {
      ...filters,
      queueIds: [...applied.queueIds],
      narrowed: applied.isNarrowed ? [...applied.queueIds] : undefined,
      chooseQueues: after(filters.chooseQueues),
    },
    search: {
      ...search,
      words: applied.words,
      settled: applied.words.trim().toLowerCase(),
      tags: [...applied.tags],
      users: [...applied.users],
      setWords: after(search.setWords),
      setTags: after(search.setTags),
      setUsers: after(search.setUsers),
    },
  };
}

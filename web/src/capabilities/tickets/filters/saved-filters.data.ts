import { type SavedFilter, savedFilterLive, savedFiltersApi } from '@prosa/contracts/saved-filters';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/api.ts';
import { useLive } from '../../../platform/live/live.ts';
import { LiveLog } from '../../../platform/live/live-log.ts';
import { type SavedFilterEvent, withEvent } from './saved-filters.patch.ts';

const key = ['saved-filters'];
const none: readonly SavedFilter[] = [];

/** One's own and the company's, current while they are shown. */
export function useSavedFilterList() {
  const queryClient = useQueryClient();
  const [heard] = useState(() => new LiveLog<SavedFilterEvent>());
  const tell = (event: SavedFilterEvent) => {
    heard.add(event);
    queryClient.setQueryData<readonly SavedFilter[]>(key, (list) => list && withEvent(list, event));
  };
  useLive(savedFilterLive, tell);
  const { data = none } = useQuery<readonly SavedFilter[]>({
    queryKey: key,
    queryFn: async () => {
      // What is heard while the answer is on its way may be newer than the answer.
      const since = heard.place();
      const list = await call(savedFiltersApi.list, { query: {} });
      return heard.since(since).reduce(withEvent, list);
    },
    meta: { quiet: true },
  });
  return { list: data, tell };
}

export type Conditions = Pick<SavedFilter, 'queueIds' | 'tags' | 'users' | 'searchParam'>;
type FilterWords = Pick<SavedFilter, 'name' | 'shared'>;

export const saveFilter = (words: FilterWords, conditions: Conditions) =>
  call(savedFiltersApi.create, { body: { ...words, ...conditions } });
export const changeFilter = (id: number, body: FilterWords) => call(savedFiltersApi.update, { params: { id }, body });
export const removeFilter = (id: number) => call(savedFiltersApi.remove, { params: { id } });
export const restoreFilter = (id: number) => call(savedFiltersApi.restore, { params: { id } });

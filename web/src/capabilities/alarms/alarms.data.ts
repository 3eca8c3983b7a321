import { alarmsApi } from '@prosa/contracts/alarms';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';

const key = ['alarms'];
/** Alarms are of all companies, and live events of one: so they are looked up now and then, and soon while one is tried again. */
const lookEvery = 10_000;
const lookSoon = 1_500;

export function useAlarms() {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => call(alarmsApi.list, { query: { pageNumber: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ alarms }) => alarms.some(({ retriedAt }) => retriedAt !== null)) ? lookSoon : lookEvery,
  });
}

export function useRetryAlarm() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(alarmsApi.retry, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

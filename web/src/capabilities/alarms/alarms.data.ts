import { type Alarm, alarmsApi } from '@prosa/contracts/alarms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import type { Records } from '../../platform/lists/records.ts';

/** Alarms are of all companies, and live events of one: so they are looked up now and then, and soon while one is tried again. */
const lookInterval = 10_000;
const lookSoon = 1_500;

export const alarms: Records<Alarm> = {
  key: ['alarms'],
  fetchPage: async ({ pageNumber }) => {
    const { alarms: items, ...rest } = await call(alarmsApi.list, { query: { pageNumber } });
    return { items, ...rest };
  },
  compare: (a, b) => (a.raisedAt === b.raisedAt ? b.id - a.id : a.raisedAt < b.raisedAt ? 1 : -1),
  useNews: () => undefined,
  refetchInterval: (list) => (list?.slots.some((alarm) => alarm && alarm.retriedAt !== null) ? lookSoon : lookInterval),
};

export function useRetryAlarm() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(alarmsApi.retry, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: alarms.key }),
  });
}

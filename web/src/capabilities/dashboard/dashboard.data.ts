import { type Dashboard, type DashboardFigure, dashboardApi } from '@prosa/contracts/dashboard';
import { ticketLive } from '@prosa/contracts/tickets';
import { userLive } from '@prosa/contracts/users';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../platform/api/api.ts';
import { useLive } from '../../platform/live/live.ts';

/** What the figures are about: the last so many days, or days from and to. */
export type Period = { days: number } | { date_from: string; date_to: string };
/** One figure, or a part of it: what one attendant did, one hour of today. */
export type Opened = { figure: DashboardFigure; userId?: number; hour?: string };

const key = ['dashboard'];
/** News of tickets are many; the figures follow them at most this often. */
const followMilliseconds = 5_000;
/** Also without news the day ends at midnight. */
const lookAgainMilliseconds = 10 * 60_000;

/** The figures of a period, current while they are seen. The ones before stay until the new ones are there. */
export function useDashboard(period: Period) {
  const queryClient = useQueryClient();
  const follow = useThrottled(() => void queryClient.invalidateQueries({ queryKey: key }));
  useLive(ticketLive, follow);
  useLive(userLive, (event) => {
    if (event.action !== 'update') return follow();
    const { id, name, online } = event.user;
    queryClient.setQueriesData<Dashboard>(
      { queryKey: [...key, 'figures'] },
      (known) => known && withAttendant(known, { id, name, online }),
    );
  });
  return useQuery({
    queryKey: [...key, 'figures', period],
    queryFn: () => call(dashboardApi.show, { query: period }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: lookAgainMilliseconds,
  });
}

const withAttendant = (dashboard: Dashboard, changed: { id: number; name: string; online: boolean }): Dashboard => ({
  ...dashboard,
  attendants: dashboard.attendants.map((each) => (each.id === changed.id ? { ...each, ...changed } : each)),
});

/** The tickets behind a figure, page by page. */
export function useRows(period: Period, opened: Opened) {
  return useInfiniteQuery({
    queryKey: [...key, 'rows', period, opened],
    queryFn: ({ pageParam }) => call(dashboardApi.rows, { query: { ...period, ...opened, pageNumber: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
    staleTime: 0,
  });
}

/** At once, then once at the end of each span in which it was asked for. */
function useThrottled(work: () => void): () => void {
  const state = useRef<{ timer?: ReturnType<typeof setTimeout> | undefined; again: boolean }>({ again: false });
  useEffect(() => {
    const held = state.current;
    return () => clearTimeout(held.timer);
  }, []);
  const run = () => {
    const held = state.current;
    if (held.timer !== undefined) {
      held.again = true;
      return;
    }
    work();
    held.timer = setTimeout(() => {
      held.timer = undefined;
      if (held.again) {
        held.again = false;
        run();
      }
    }, followMilliseconds);
  };
  return run;
}

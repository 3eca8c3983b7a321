import { type Holiday, HolidayInput, holidayLive, holidaysApi } from '@prosa/contracts/holidays';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import { useLive } from '../../platform/live/live.ts';

export const HolidayForm = HolidayInput.omit({ companyId: true });
type HolidayFields = z.output<typeof HolidayForm>;

const key = ['holidays'];

/** The holidays of one year, in the order of the calendar. A change anywhere concerns the year it left and the one it came to. */
export function useHolidays(year: number) {
  const queryClient = useQueryClient();
  useLive(holidayLive, () => void queryClient.invalidateQueries({ queryKey: key }));
  return useQuery({ queryKey: [...key, year], queryFn: () => call(holidaysApi.list, { query: { year } }) });
}

function useChange<T, R>(mutationFn: (given: T) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, meta: { quiet: true }, onSuccess: () => queryClient.invalidateQueries({ queryKey: key }) });
}

export const useSaveHoliday = () =>
  useChange(
    ({ id, ...body }: HolidayFields & { id: number | undefined }): Promise<Holiday> =>
      id === undefined ? call(holidaysApi.create, { body }) : call(holidaysApi.update, { params: { id }, body }),
  );

export const useRemoveHoliday = () => useChange((id: number) => call(holidaysApi.remove, { params: { id } }));

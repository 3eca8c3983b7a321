import { type Help, HelpInput, helpLive, helpsApi } from '@prosa/contracts/helps';
import { plainText } from '@prosa/contracts/plain-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import type { Filled } from '../../platform/forms/draft.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';

/** In lists an entry is called by its title. */
export type HelpRow = Help & { name: string };
const rowOf = (help: Help): HelpRow => ({ ...help, name: help.title });
const byTitle = (a: Help, b: Help) =>
  plainText(a.title) < plainText(b.title) ? -1 : plainText(a.title) > plainText(b.title) ? 1 : a.id - b.id;

export const helps: Records<HelpRow> = {
  key: ['helps', 'page'],
  fetchPage: async (query) => {
    const { records, ...rest } = await call(helpsApi.list, { query });
    return { items: records.map(rowOf), ...rest };
  },
  compare: byTitle,
  isFound: ({ title }, search) => plainText(title).includes(plainText(search)),
  useNews: (hear) =>
    useLive(helpLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.id } : { row: rowOf(event.record), isNew: event.action === 'create' }),
    ),
  remove: (id) => call(helpsApi.remove, { params: { id } }),
};

export const HelpForm = HelpInput.omit({ companyId: true });
export type HelpValues = Filled<z.input<typeof HelpForm>>;

export const saveHelp = async (id: number | undefined, body: z.output<typeof HelpForm>): Promise<HelpRow> =>
  rowOf(id === undefined ? await call(helpsApi.create, { body }) : await call(helpsApi.update, { params: { id }, body }));

const allKey = ['helps', 'all'];

/** Every help video, by title, current while they are seen. */
export function useHelps() {
  const queryClient = useQueryClient();
  useLive(helpLive, (event) =>
    queryClient.setQueryData<Help[]>(allKey, (list) => {
      const others = list?.filter(({ id }) => id !== (event.action === 'delete' ? event.id : event.record.id));
      return others && event.action !== 'delete' ? [...others, event.record].sort(byTitle) : others;
    }),
  );
  return useQuery({ queryKey: allKey, queryFn: () => call(helpsApi.everyone, { query: {} }) });
}

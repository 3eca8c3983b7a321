import {
  type CampaignPacing,
  type CampaignSetting,
  CampaignSettings,
  type CampaignVariable,
  campaignSettingsApi,
  campaignSettingsLive,
  defaultPacing,
  type Suppression,
  suppressionsApi,
} from '@prosa/contracts/campaigns';
import { type Setting, type SettingKey, settingsApi } from '@prosa/contracts/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';

export type Pace = CampaignPacing & { variables: CampaignVariable[] };
/** Settings of the company that campaigns go by. */
const safetyKeys = ['campaignConfirmationHours', 'campaignQuietHours', 'campaignDailyCap'] as const satisfies readonly SettingKey[];
export type Safety = Record<(typeof safetyKeys)[number], string>;

const key = ['campaign-settings'];

function read(settings: CampaignSetting[]): Pace {
  const { data = {} } = CampaignSettings.safeParse(Object.fromEntries(settings.map(({ key: name, value }) => [name, value])));
  return {
    messageInterval: data.messageInterval ?? defaultPacing.messageInterval,
    longerIntervalAfter: data.longerIntervalAfter ?? defaultPacing.longerIntervalAfter,
    greaterInterval: data.greaterInterval ?? defaultPacing.greaterInterval,
    variables: data.variables ?? [],
  };
}

/** How campaigns are paced, and the company's own variables; current while they are seen. */
export function useCampaignSettings() {
  const queryClient = useQueryClient();
  useLive(campaignSettingsLive, ({ settings }) => queryClient.setQueryData(key, read(settings)));
  return useQuery({ queryKey: key, queryFn: async () => read(await call(campaignSettingsApi.list, { query: {} })) });
}

const safetyOf = (settings: Setting[]): Safety => {
  const values = new Map(settings.map(({ key: name, value }) => [name, value]));
  return {
    campaignConfirmationHours: values.get('campaignConfirmationHours') ?? '24',
    campaignQuietHours: values.get('campaignQuietHours') ?? 'disabled',
    campaignDailyCap: values.get('campaignDailyCap') ?? '0',
  };
};

export const useSafety = () =>
  useQuery({
    queryKey: ['campaign-safety'],
    queryFn: async () => safetyOf(await call(settingsApi.list, { query: {} })),
    staleTime: 0,
  });

/** Saves both; only what has changed of the company's settings is written. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ pace, safety, before }: { pace: Pace; safety: Safety; before: Safety }) => {
      const settings = await call(campaignSettingsApi.save, { body: { settings: pace } });
      for (const name of safetyKeys)
        if (safety[name] !== before[name]) await call(settingsApi.update, { params: { key: name }, body: { value: safety[name] } });
      queryClient.setQueryData(key, read(settings));
      queryClient.setQueryData(['campaign-safety'], safety);
    },
  });
}

export type SuppressionRow = Suppression & { name: string };
const rowOf = (suppression: Suppression): SuppressionRow => ({ ...suppression, name: suppression.number });

/** Who gets no campaigns, the latest first. Customers come and go by words, so it is looked up now and then. */
export const suppressions: Records<SuppressionRow> = {
  key: ['suppressions'],
  fetchPage: async (query) => {
    const { records, ...rest } = await call(suppressionsApi.list, { query });
    return { items: records.map(rowOf), ...rest };
  },
  compare: (a, b) => b.id - a.id,
  useNews: () => undefined,
  refetchInterval: () => 30_000,
  remove: (id) => call(suppressionsApi.remove, { params: { id } }),
};

export const suppress = async (number: string) => rowOf(await call(suppressionsApi.create, { body: { number } }));

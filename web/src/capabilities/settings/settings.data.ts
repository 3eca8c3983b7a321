import { type IntegrationKey, type Setting, type SettingKey, settingsApi, settingsLive } from '@prosa/contracts/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/api.ts';
import { showError } from '../../platform/api/errors.ts';
import { useLive } from '../../platform/live/live.ts';

const key = ['settings'];
const withValue = (list: Setting[] | undefined, { key: changed, value }: Setting) =>
  list?.map((setting) => (setting.key === changed ? { key: changed, value } : setting));

/** The company's settings, current while they are seen. */
export function useSettings() {
  const queryClient = useQueryClient();
  useLive(settingsLive, ({ setting }) => queryClient.setQueryData<Setting[]>(key, (list) => withValue(list, setting)));
  return useQuery({ queryKey: key, queryFn: () => call(settingsApi.list, { query: {} }) });
}

/** Optimistic update, rolled back when the server refuses. */
export function useChangeSetting(name: SettingKey) {
  const queryClient = useQueryClient();
  const put = (value: string) => queryClient.setQueryData<Setting[]>(key, (list) => withValue(list, { key: name, value }));
  return useMutation({
    mutationFn: (value: string) => call(settingsApi.update, { params: { key: name }, body: { value } }),
    onMutate: async (value) => {
      await queryClient.cancelQueries({ queryKey: key });
      const before = queryClient.getQueryData<Setting[]>(key)?.find((setting) => setting.key === name)?.value;
      put(value);
      return before;
    },
    onError: (error, _value, before) => {
      showError(error);
      if (before !== undefined) put(before);
    },
    onSuccess: ({ value }) => put(value),
  });
}

/** Keys to other systems are told in no event, and what is shown of a secret is what the server answers. */
export function useSaveIntegration() {
  const queryClient = useQueryClient();
  return async (name: IntegrationKey, value: string): Promise<void> => {
    const saved = await call(settingsApi.update, { params: { key: name }, body: { value } });
    queryClient.setQueryData<Setting[]>(key, (list) => withValue(list, saved));
  };
}

import { filesApi } from '@prosa/contracts/files';
import {
  type QuickMessage,
  QuickMessageInput,
  quickMessageLive,
  quickMessagesApi,
  type RankedQuickMessage,
} from '@prosa/contracts/quick-messages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call, callForFile, callMultipart } from '../../platform/api/api.ts';
import { createStore } from '../../platform/browser/store.ts';
import type { Filled } from '../../platform/forms/draft.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';
import { LiveLog } from '../../platform/live/live-log.ts';
import { isFound, newsOf, type QuickMessageEvent, type QuickMessageRow, rowOf, withEvent } from './quick-messages.patch.ts';
import { byShortcode } from './suggest.ts';

export type { QuickMessageRow };

export const quickMessages: Records<QuickMessageRow> = {
  key: ['quick-messages'],
  fetchPage: async (query) => {
    const { records, ...rest } = await call(quickMessagesApi.list, { query });
    return { items: records.map(rowOf), ...rest };
  },
  compare: byShortcode,
  isFound,
  useNews: (hear) => useLive(quickMessageLive, (event) => hear(newsOf(event))),
  remove: (id) => call(quickMessagesApi.remove, { params: { id } }),
  restore: async (id) => rowOf(await call(quickMessagesApi.restore, { params: { id } })),
};

export const QuickMessageForm = QuickMessageInput.omit({ companyId: true }).extend({ file: z.instanceof(File).nullable() });
export type QuickMessageValues = Filled<z.input<typeof QuickMessageForm>>;
type QuickMessageFields = z.output<typeof QuickMessageForm>;

/** The quick message, then its file. Where the file fails the quick message stands, and is what is saved next time. */
export async function saveQuickMessage(
  id: number | undefined,
  { file, ...body }: QuickMessageFields,
  onStored: (id: number) => void,
): Promise<QuickMessageRow> {
  const record =
    id === undefined ? await call(quickMessagesApi.create, { body }) : await call(quickMessagesApi.update, { params: { id }, body });
  onStored(record.id);
  if (!file) return rowOf(record);
  return rowOf(await callMultipart(quickMessagesApi.attach, { params: { id: record.id } }, [file]));
}

export function useDetachFile() {
  return useMutation({ mutationFn: (id: number) => call(quickMessagesApi.detach, { params: { id } }) });
}

const rankedKey = ['quick-messages', 'ranked'];

/** Everything this person may use, with how often they did; current while it is shown, and loaded anew each time it is wanted. */
export function useRankedQuickMessages(isWanted: boolean) {
  const queryClient = useQueryClient();
  const [heard] = useState(() => new LiveLog<QuickMessageEvent>());
  useLive(quickMessageLive, (event) => {
    heard.add(event);
    queryClient.setQueryData<readonly RankedQuickMessage[]>(rankedKey, (list) => list && withEvent(list, event));
  });
  return useQuery<readonly RankedQuickMessage[]>({
    queryKey: rankedKey,
    queryFn: async () => {
      // What is heard while the answer is on its way may be newer than the answer.
      const since = heard.place();
      const list = await call(quickMessagesApi.everyone, { query: {} });
      return heard.since(since).reduce(withEvent, list);
    },
    enabled: isWanted,
    staleTime: 0,
  });
}

/** Counts a use. Nobody waits for it, and nobody hears where it fails: only an order depends on it. */
export function useCountUse(): (id: number) => void {
  const queryClient = useQueryClient();
  const count = useMutation({
    mutationFn: (id: number) => call(quickMessagesApi.use, { params: { id } }),
    meta: { quiet: true },
    onSuccess: ({ id, uses }) =>
      queryClient.setQueryData<readonly RankedQuickMessage[]>(rankedKey, (list) =>
        list?.map((each) => (each.id === id ? { ...each, uses } : each)),
      ),
  });
  return count.mutate;
}

/** Its file, to be sent as if it had been attached by hand. */
export async function fetchFile({ mediaPath, mediaName }: QuickMessage): Promise<File | undefined> {
  const [company = '', shelf = '', name = ''] = (mediaPath ?? '').split('/');
  if (!mediaPath) return undefined;
  const blob = await callForFile(filesApi.read, { params: { company, shelf, name } });
  return new File([blob], mediaName ?? name, { type: blob.type });
}

/** Where a chosen quick message goes now: into the answer that is being written, if there is one. */
export const quickMessageTarget = createStore<((chosen: QuickMessage) => void) | undefined>(undefined);

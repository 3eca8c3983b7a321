import { type Webhook, WebhookInput, webhookLive, webhooksApi } from '@prosa/contracts/webhooks';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../platform/api/api.ts';
import type { Filled } from '../../platform/forms/draft.ts';
import type { Records } from '../../platform/lists/records.ts';
import { useLive } from '../../platform/live/live.ts';

const key = ['webhooks'];

export const webhooks: Records<Webhook> = {
  key,
  fetchPage: async ({ pageNumber }) => {
    const { webhooks: items, ...rest } = await call(webhooksApi.list, { query: { pageNumber } });
    return { items, ...rest };
  },
  compare: (a, b) => a.id - b.id,
  useNews: (hear) =>
    useLive(webhookLive, (event) =>
      hear(event.action === 'delete' ? { gone: event.webhookId } : { row: event.webhook, isNew: event.action === 'create' }),
    ),
  remove: (id) => call(webhooksApi.remove, { params: { id } }),
};

export const WebhookForm = WebhookInput.omit({ companyId: true });
export type WebhookValues = Filled<z.input<typeof WebhookForm>>;

export const createWebhook = (body: z.output<typeof WebhookForm>) => call(webhooksApi.create, { body });
export const updateWebhook = (id: number, body: z.output<typeof WebhookForm>) => call(webhooksApi.update, { params: { id }, body });

/** Those that were switched off because nothing arrived, for who can switch them on again. */
export function useDisabledWebhooks(): Webhook[] {
  const queryClient = useQueryClient();
  const disabledKey = [...key, 'disabled'];
  useLive(webhookLive, () => void queryClient.invalidateQueries({ queryKey: disabledKey }));
  const list = useQuery({
    queryKey: disabledKey,
    queryFn: async () => (await call(webhooksApi.list, { query: {} })).webhooks.filter(({ disabledAt }) => disabledAt !== null),
  });
  return list.data ?? [];
}

const logKey = (webhookId: number) => [...key, 'deliveries', webhookId];
/** No event tells of single deliveries: there may be thousands of them. */
const logInterval = 5_000;

/** What was sent, newest first, page by page. */
export const useDeliveries = (webhookId: number) =>
  useInfiniteQuery({
    queryKey: logKey(webhookId),
    queryFn: ({ pageParam }) => call(webhooksApi.deliveries, { params: { id: webhookId }, query: { pageNumber: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : undefined),
    staleTime: 0,
    refetchInterval: logInterval,
  });

export function useReplay(webhookId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(webhooksApi.replay, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: logKey(webhookId) }),
  });
}

import { type OptionDraft, type QueueOption, type QueueOptionType, queueOptionsApi } from '@prosa/contracts/queue-options';
import { QueueInput, queueLive } from '@prosa/contracts/queues';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/api.ts';
import { useDebounced } from '../../../platform/forms/debounce.ts';
import { useLive } from '../../../platform/live/live.ts';
import { changed, moved, type Place, withOption, without } from './menu-tree.ts';

const keyOf = (queueId: number) => ['queue-options', queueId];
export type OptionValues = { title: string; message: string; type: QueueOptionType };

/** The options of a queue, current while they are seen. */
export function useOptions(queueId: number | undefined) {
  const queryClient = useQueryClient();
  const queryKey = keyOf(queueId ?? 0);
  useLive(queueLive, (event) => {
    if (event.action === 'delete' || event.queue.id !== queueId) return;
    // What is on its way from here is loaded when the last of it has arrived.
    if (queryClient.isMutating({ mutationKey: queryKey }) === 0) void queryClient.invalidateQueries({ queryKey });
  });
  return useQuery({
    queryKey,
    queryFn: () => call(queueOptionsApi.list, { query: { queueId: queueId ?? 0 } }),
    enabled: queueId !== undefined,
    staleTime: 0,
  });
}

/** How the tree looks with a change, shown at once, and the call that makes it. */
type Step = { apply: (tree: QueueOption[]) => QueueOption[]; send: () => Promise<unknown> };

/** Changes go to the server one after the other, each shown at once; what the server refuses is as it was. */
export function useChangeOptions(queueId: number) {
  const queryClient = useQueryClient();
  const queryKey = keyOf(queueId);
  const put = (change: Step['apply']) => queryClient.setQueryData<QueueOption[]>(queryKey, (tree) => tree && change(tree));
  const step = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join('-') },
    mutationFn: ({ send }: Step) => send(),
    meta: { quiet: true },
    onMutate: ({ apply }) => {
      void queryClient.cancelQueries({ queryKey });
      put(apply);
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const asIs = (tree: QueueOption[]) => tree;
  return {
    busy: step.isPending,
    async add(values: OptionValues, place: Place) {
      let made: QueueOption | undefined;
      const send = async () => {
        made = await call(queueOptionsApi.create, { body: { queueId, parentId: place.parentId, ...values } });
        const option = made;
        put((tree) => withOption(tree, option, place));
      };
      await step.mutateAsync({ apply: asIs, send });
      return made;
    },
    edit: (id: number, values: OptionValues) =>
      step.mutateAsync({
        apply: (tree) => changed(tree, id, values),
        send: () => call(queueOptionsApi.update, { params: { id }, body: values }),
      }),
    move: (id: number, place: Place) =>
      step.mutateAsync({
        apply: (tree) => moved(tree, id, place),
        send: () => call(queueOptionsApi.update, { params: { id }, body: { parentId: place.parentId, option: place.index + 1 } }),
      }),
    remove: (id: number) =>
      step.mutateAsync({ apply: (tree) => without(tree, id), send: () => call(queueOptionsApi.remove, { params: { id } }) }),
  };
}

export type TriedQueue = { name: string; greetingMessage: string; outOfHoursMessage: string };

/** What the bot would say to these words of a customer, by the menu as it is typed. */
export function usePreview(queue: TriedQueue, options: OptionDraft[], messages: string[]) {
  // A name that is too short yet is left out: it is not what is tried.
  const named = QueueInput.shape.name.safeParse(queue.name).success ? queue : { ...queue, name: undefined };
  const typed = JSON.stringify([named, options]);
  const settled = useDebounced(typed, 300);
  return useQuery({
    queryKey: ['queue-preview', settled, messages],
    queryFn: () => call(queueOptionsApi.preview, { body: { queue: named, options, messages } }),
    enabled: typed === settled,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

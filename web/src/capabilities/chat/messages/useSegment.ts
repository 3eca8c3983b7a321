import type { Message } from '@prosa/contracts/messages';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Loaded } from '../../../platform/lists/loaded.ts';
import type { useLoaded } from '../../../platform/lists/useLoaded.ts';
import { messageOrder, patchMessages } from './messages.patch.ts';
import { addNewer, addOlder, joinToThread, openSegment, type Page, type Segment } from './segment.ts';

type MainPart = ReturnType<typeof useLoaded<Message>>;
export type PagePosition = { pageNumber: number } | { around: number };

/** A window into another part of the thread, without loading everything between. */
export function useSegment(key: QueryKey, main: Loaded<Message> | undefined, fetch: (where: PagePosition) => Promise<Page>) {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<Segment>();
  const [isLoading, setLoading] = useState(false);

  const settle = (next: Segment) => {
    const thread = queryClient.getQueryData<Loaded<Message>>(key);
    const whole = thread && joinToThread(next, thread);
    if (whole) queryClient.setQueryData(key, whole);
    setShown(whole ? undefined : next);
  };
  const alone = async (work: () => Promise<void>) => {
    if (isLoading) return;
    setLoading(true);
    await work().finally(() => setLoading(false));
  };
  return {
    shown,
    isLoading,
    close: () => setShown(undefined),
    hear: (message: Message) =>
      setShown((now) => (now?.items.some(({ id }) => id === message.id) ? { ...now, ...patchMessages(now, message) } : now)),
    loadOlder: () =>
      alone(async () => {
        if (shown?.hasMore) settle(addOlder(shown, await fetch({ pageNumber: shown.oldestPage + 1 })));
      }),
    loadNewer: () =>
      alone(async () => {
        if (shown) settle(addNewer(shown, await newerPage(shown, fetch)));
      }),
    /** Loads the window around a message; false if it is not in this thread. */
    async reach(messageId: number): Promise<boolean> {
      const has = (items: readonly Message[] | undefined) => items?.some(({ id }) => id === messageId) === true;
      if (has(shown?.items)) return true;
      if (has(main?.items)) {
        setShown(undefined);
        return true;
      }
      const page = await fetch({ around: messageId });
      if (!has(page.items)) return false;
      settle(openSegment(page));
      return true;
    },
  };
}

/** What a conversation shows: its newest part, or the window that somebody jumped to. */
export function threadView(main: MainPart, segment: ReturnType<typeof useSegment>) {
  return {
    messages: segment.shown?.items ?? main.data?.items,
    hasMore: (segment.shown ?? main.data)?.hasMore ?? true,
    newest: main.data?.items.at(-1),
    isPending: main.isPending,
    isError: main.isError,
    refetch: main.refetch,
    /** Showing a window that does not include the newest message. */
    isAway: segment.shown !== undefined,
    isLoadingOlder: main.isLoadingMore || segment.isLoading,
    loadOlder: () => (segment.shown ? segment.loadOlder() : main.loadMore()),
    loadNewer: segment.loadNewer,
    reach: segment.reach,
    backToNewest: segment.close,
  };
}

/** Pages are counted from the newest message: when others came meanwhile, the next one is found by what is already here. */
async function newerPage(segment: Segment, fetch: (where: PagePosition) => Promise<Page>): Promise<Page> {
  const page = await fetch({ pageNumber: Math.max(1, segment.newestPage - 1) });
  const newest = segment.items.at(-1);
  if (page.count === segment.count || !newest) return page;
  const own = await fetch({ around: newest.id });
  const hasNewer = own.items.some((item) => messageOrder.compare(item, newest) > 0);
  return hasNewer || own.pageNumber === 1 ? own : fetch({ pageNumber: own.pageNumber - 1 });
}

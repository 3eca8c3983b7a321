import { useEffect, useEffectEvent } from 'react';

const loadMoreWithin = 100;

/** Loads more near the bottom, and by itself when what is loaded does not fill the screen. */
export function useFill(scroller: { current: HTMLElement | null }, count: number, loadMore: () => Promise<unknown>): () => void {
  const fill = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    if (scrollHeight - scrollTop - clientHeight <= loadMoreWithin) void loadMore().catch(() => undefined);
  };
  const refill = useEffectEvent(fill);
  useEffect(() => {
    if (count > 0) refill();
  }, [count]);
  return fill;
}

import { useEffect, useEffectEvent, useState } from 'react';

const loadsWithin = 100;
const triesAgainAfter = 5_000;

type Fill = { count: number; loadMore: () => Promise<unknown>; within?: number };

/**
 * Loads more near the bottom, by itself when what is loaded does not fill the screen. Who stands at the bottom can scroll no further,
 * so what failed is tried again without it.
 */
export function useFill(scroller: { current: HTMLElement | null }, { count, loadMore, within = loadsWithin }: Fill): () => void {
  const [failures, setFailures] = useState(0);
  const fill = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    if (clientHeight === 0 || scrollHeight - scrollTop - clientHeight > within) return;
    loadMore().catch(() => setFailures((before) => before + 1));
  };
  const refill = useEffectEvent(fill);
  useEffect(() => {
    if (count > 0) refill();
  }, [count]);
  useEffect(() => {
    if (failures === 0) return undefined;
    const timer = setTimeout(() => refill(), triesAgainAfter);
    return () => clearTimeout(timer);
  }, [failures]);
  return fill;
}

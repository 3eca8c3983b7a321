import { useEffect, useEffectEvent, useState } from 'react';

const loadsWithin = 100;
const looksAgainAfter = 5_000;

type Fill = {
  count: number;
  /** Tells whether it asked for more. */
  loadMore: () => Promise<boolean>;
  within?: number;
};

/**
 * Loads more near the bottom, by itself when what is loaded does not fill the screen. Who stands at the bottom can scroll no further:
 * what failed is tried again without it, and so is what came but was taken away again by a list that was loaded anew meanwhile.
 */
export function useFill(scroller: { current: HTMLElement | null }, { count, loadMore, within = loadsWithin }: Fill): () => void {
  const [loads, setLoads] = useState(0);
  const fill = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    if (clientHeight === 0 || scrollHeight - scrollTop - clientHeight > within) return;
    const lookAgain = () => setLoads((before) => before + 1);
    loadMore().then((hasAsked) => hasAsked && lookAgain(), lookAgain);
  };
  const refill = useEffectEvent(fill);
  useEffect(() => {
    if (count > 0) refill();
  }, [count]);
  useEffect(() => {
    if (loads === 0) return undefined;
    const timer = setTimeout(() => refill(), looksAgainAfter);
    return () => clearTimeout(timer);
  }, [loads]);
  return fill;
}

import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { frozenRows } from './frozen-rows.ts';

const releaseMilliseconds = 3000;

/** Freezes the order of rows while the pointer is over them: until it leaves, or rests for three seconds. */
export function useFrozenRows<T extends { id: number }>(current: readonly T[]) {
  const [shown, setShown] = useState<number[]>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => {
    clearTimeout(timer.current);
    setShown(undefined);
  };
  const hold = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(release, releaseMilliseconds);
    setShown((was) => was ?? current.map((item) => item.id));
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const steady = useMemo(() => frozenRows(current, shown), [current, shown]);
  return {
    ...steady,
    isHeld: shown !== undefined,
    release,
    handlers: { onPointerMove: (event: PointerEvent) => event.pointerType === 'mouse' && hold(), onPointerLeave: release },
  };
}

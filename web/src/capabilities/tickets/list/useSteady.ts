import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { steadyRows } from './steady.ts';

const restAfter = 3000;

/** Rows that keep still while the pointer works among them: until it leaves, or rests for three seconds. */
export function useSteady<T extends { id: number }>(current: readonly T[]) {
  const [shown, setShown] = useState<number[]>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => {
    clearTimeout(timer.current);
    setShown(undefined);
  };
  const hold = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(release, restAfter);
    setShown((was) => was ?? current.map((item) => item.id));
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const steady = useMemo(() => steadyRows(current, shown), [current, shown]);
  return {
    ...steady,
    isHeld: shown !== undefined,
    release,
    handlers: { onPointerMove: (event: PointerEvent) => event.pointerType === 'mouse' && hold(), onPointerLeave: release },
  };
}

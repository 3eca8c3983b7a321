import { useEffect, useState } from 'react';
import { wasJustDone } from '../../../platform/lists/second-click.ts';
import { type Gone, leftSince, type Placed, withPlaces } from './vacated.ts';

const keptFor = 1000;

/**
 * Rows that leave keep their places for about a second while the pointer is among them, or when the person's own action made them leave.
 * Without that the next row would lie under the second click.
 */
export function useVacated<T extends { id: number }>(
  rows: readonly T[],
  isPointedAt: boolean,
): { placed: Placed<T>[]; forget: () => void } {
  const [shown, setShown] = useState(() => ({ rows, placed: withPlaces(rows, []), gone: noneGone<T>() }));
  if (shown.rows !== rows) {
    const gone = isPointedAt || wasJustDone() ? leftSince(shown.placed, rows) : noneGone<T>();
    setShown({ rows, placed: withPlaces(rows, gone), gone });
  }
  const forget = () => setShown((now) => (now.gone.length === 0 ? now : { ...now, placed: withPlaces(now.rows, []), gone: [] }));
  const { gone } = shown;
  useEffect(() => {
    if (gone.length === 0) return undefined;
    const timer = setTimeout(() => setShown((now) => ({ ...now, placed: withPlaces(now.rows, []), gone: [] })), keptFor);
    return () => clearTimeout(timer);
  }, [gone]);
  return { placed: shown.placed, forget };
}

const noneGone = <T>(): Gone<T>[] => [];

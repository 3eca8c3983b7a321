import { useEffect, useState } from 'react';
import { hasJustActed } from '../../../platform/lists/second-click.ts';
import { type DepartedRow, departedSince, type RowSlot, withPlaceholders } from './departed-rows.ts';

const placeholderMilliseconds = 1000;

/**
 * Rows that leave keep their places for about a second while the pointer is among them, or when the person's own action made them leave.
 * Without that the next row would lie under the second click.
 */
export function useDepartedRows<T extends { id: number }>(
  rows: readonly T[],
  isPointedAt: boolean,
): { placed: RowSlot<T>[]; forget: () => void } {
  const [shown, setShown] = useState(() => ({ rows, placed: withPlaceholders(rows, []), gone: noDepartedRows<T>() }));
  if (shown.rows !== rows) {
    const gone = isPointedAt || hasJustActed() ? departedSince(shown.placed, rows) : noDepartedRows<T>();
    setShown({ rows, placed: withPlaceholders(rows, gone), gone });
  }
  const forget = () => setShown((now) => (now.gone.length === 0 ? now : { ...now, placed: withPlaceholders(now.rows, []), gone: [] }));
  const { gone } = shown;
  useEffect(() => {
    if (gone.length === 0) return undefined;
    const timer = setTimeout(
      () => setShown((now) => ({ ...now, placed: withPlaceholders(now.rows, []), gone: [] })),
      placeholderMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [gone]);
  return { placed: shown.placed, forget };
}

const noDepartedRows = <T>(): DepartedRow<T>[] => [];

import { type RefObject, useEffect, useRef } from 'react';

/** Where the keyboard is among the tasks: what was just edited or moved keeps it, what was deleted hands it on. */
export function useTaskFocus(list: RefObject<HTMLElement | null>, ids: readonly string[]) {
  const wanted = useRef<string>(undefined);
  const focus = (id: string | undefined) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
    const row = rows.find((each) => each.dataset.id === id);
    row?.querySelector<HTMLElement>('[data-words]')?.focus();
    return row !== undefined;
  };
  useEffect(() => {
    if (wanted.current !== undefined && focus(wanted.current)) wanted.current = undefined;
  });
  return {
    /** To the task above or below; at an end it stays. */
    step: (from: string, by: number) => focus(ids[ids.indexOf(from) + by]),
    /** Once it is shown again. */
    keep(id: string) {
      wanted.current = id;
    },
    /** A task goes: to the one after it, or else the one before. False when it was the last. */
    handOn(from: string): boolean {
      const place = ids.indexOf(from);
      const next = ids[place + 1] ?? ids[place - 1];
      if (next !== undefined) focus(next);
      return next !== undefined;
    },
  };
}

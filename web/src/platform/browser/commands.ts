import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Something a screen can do right now, for who would rather say it than find its button. */
export type Command = { id: string; label: string; keys?: readonly string[]; run: () => void };

const sources = new Set<RefObject<readonly Command[]>>();

/** Offers commands for as long as the component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    sources.add(latest);
    return () => void sources.delete(latest);
  }, []);
}

/** What the screens shown now have to offer. */
export const commandsNow = (): Command[] => [...sources].flatMap(({ current }) => current);

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** A command of the current screen, for the command palette. */
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

import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from '../platform/browser/navigation.ts';
import { isEditable, isFreeKey, isSomethingOnTop } from '../platform/browser/shortcuts.ts';
import { useSession } from '../platform/session/session.tsx';
import { undoLast } from '../ui/overlays/undo.ts';
import { goKeys, isPageAvailable } from './navigation/go-keys.ts';
import { openLayer } from './palette/layer.ts';
import { cycleRegions } from './regions.ts';

const pairMilliseconds = 1500;

/** Global shortcuts. Handled in the capture phase, so that the second letter of a pair triggers nothing else. */
export function useGlobalKeys(): void {
  const go = useGo();
  const pairBegan = useRef(Number.NEGATIVE_INFINITY);
  const beginPair = (event: KeyboardEvent) => {
    pairBegan.current = event.timeStamp;
  };
  const letterOf = (event: KeyboardEvent, isSecond: boolean) => {
    if (isSecond) return go(event.key.toUpperCase());
    if (event.key === '?') return () => openLayer.set({ what: 'sheet' });
    return event.key === 'g' ? () => beginPair(event) : undefined;
  };
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isSecond = event.timeStamp - pairBegan.current < pairMilliseconds;
    pairBegan.current = Number.NEGATIVE_INFINITY;
    const action = commandOf(event) ?? (isFreeKey(event) ? letterOf(event, isSecond) : undefined);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, []);
}

/** With a modifier or a function key: these hold while somebody types as well, except undoing, which is the field's own. */
function commandOf(event: KeyboardEvent): (() => void) | undefined {
  if (event.isComposing || event.altKey || event.getModifierState('AltGraph')) return undefined;
  if (event.key === 'F6' && !event.ctrlKey && !event.metaKey)
    return isSomethingOnTop() ? undefined : () => cycleRegions(event.shiftKey ? -1 : 1);
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return undefined;
  if (event.key.toLowerCase() === 'k') return togglePalette;
  const mayUndo = event.key.toLowerCase() === 'z' && !isEditable(event.target) && !isSomethingOnTop();
  return mayUndo ? () => void undoLast() : undefined;
}

function togglePalette(): void {
  if (openLayer.get()?.what === 'palette') openLayer.set(undefined);
  // Over another dialog it would lead away from what is half done there.
  else if (!isSomethingOnTop()) openLayer.set({ what: 'palette' });
}

/** Navigates to the page of a letter, if it exists and the user may see it. */
function useGo() {
  const { user } = useSession();
  const navigate = useNavigate();
  return (letter: string): (() => void) | undefined => {
    const path = goKeys.find(({ key }) => key === letter)?.path;
    if (path === undefined) return undefined;
    // A page that is not there still takes its letter: after G, a K moves nothing in a list.
    return () => {
      if (isPageAvailable(user, path)) navigate(path);
    };
  };
}

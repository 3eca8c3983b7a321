import { useEffect, useEffectEvent } from 'react';
import { stored } from './stored.ts';

const editable = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';
/** Whoever speaks to the computer may switch bare letters off (WCAG 2.1.4). */
const switchKey = 'shortcuts';

/** Whether a bare letter is free to be a shortcut: nobody types, composes, holds a modifier or has something open on top. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph'))
    return false;
  if (stored.read(switchKey) === 'off' || isSomethingOnTop()) return false;
  return !(event.target instanceof Element && event.target.closest(`${editable}, dialog, [popover]`));
}

export function isSomethingOnTop(): boolean {
  return document.querySelector('dialog[open], [role=menu]') !== null;
}

/** Hear the keys of the whole page for as long as the component is shown. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent(onKey);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

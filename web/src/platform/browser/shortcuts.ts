import { useEffect, useEffectEvent } from 'react';
import { stored } from './stored.ts';

const editable = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';
/** Users of speech input can switch off single-letter shortcuts (WCAG 2.1.4). */
const switchKey = 'shortcuts';

/** Whether a bare letter is free to be a shortcut: nobody types, composes, holds a modifier or has something open on top. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph'))
    return false;
  if (!areLettersOn() || isSomethingOnTop()) return false;
  return !(event.target instanceof Element && event.target.closest(`${editable}, dialog, [popover]`));
}

export const areLettersOn = (): boolean => stored.read(switchKey) !== 'off';

export function switchLetters(on: boolean): void {
  if (on) stored.remove(switchKey);
  else stored.write(switchKey, 'off');
}

/** Whether somebody types there. */
export const isEditable = (target: EventTarget | null): boolean => target instanceof Element && target.closest(editable) !== null;

/** The key that goes with a letter to command, as the keyboard before the person calls it. */
export const commandKey = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';

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

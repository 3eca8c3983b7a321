import { useEffect, useEffectEvent } from 'react';

const editable = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';

/** Whether a bare letter is free to be a shortcut: nobody types, composes, holds a modifier or has something open on top. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph'))
    return false;
  if (event.target instanceof Element && event.target.closest(`${editable}, dialog, [popover]`)) return false;
  return document.querySelector('dialog[open], [role=menu]') === null;
}

export type ListKeys = { onMove: (step: 1 | -1) => void; onAccept: () => void; onTab: (tab: 'open' | 'closed') => void };

/** J and K or the arrows move, A accepts, 1 and 2 choose the tab. Arrows only inside the list: elsewhere they scroll. */
export function useListKeys(list: { current: HTMLElement | null }, keys: ListKeys): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!isFree(event)) return;
    const inList = event.target instanceof Node && list.current?.contains(event.target) === true;
    const deed = deedOf(event.key, inList, keys);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function deedOf(key: string, inList: boolean, { onMove, onAccept, onTab }: ListKeys): (() => void) | undefined {
  switch (key) {
    case 'j':
    case 'J':
      return () => onMove(1);
    case 'k':
    case 'K':
      return () => onMove(-1);
    case 'ArrowDown':
      return inList ? () => onMove(1) : undefined;
    case 'ArrowUp':
      return inList ? () => onMove(-1) : undefined;
    case 'a':
    case 'A':
      return onAccept;
    case '1':
      return () => onTab('open');
    case '2':
      return () => onTab('closed');
    default:
      return undefined;
  }
}

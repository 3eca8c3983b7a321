import { isFreeKey, isSomethingOnTop, useKeys } from '../../platform/browser/shortcuts.ts';
import type { ManagerTab } from './ManagerHead.tsx';

export type ListKeys = {
  onMove: (step: 1 | -1) => void;
  /** Opens the ticket before or after the one that is shown, also while somebody writes. */
  onStep: (step: 1 | -1) => void;
  onTab: (tab: ManagerTab) => void;
  onAccept: () => void;
  onSelect: () => void;
  onNew: () => void;
  onSearch: () => void;
  onFilters?: () => void;
  /** Nothing while there is nothing to drop: the key goes on to others. */
  onEscape: (() => void) | undefined;
};

/** The keys of the lists. Arrows only inside them: elsewhere they scroll. */
export function useListKeys(list: { current: HTMLElement | null }, keys: ListKeys): void {
  useKeys((event) => {
    const inList = event.target instanceof Node && list.current?.contains(event.target) === true;
    const action = actionOf(event, inList, keys);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

type Action = () => void;

export function actionOf(event: KeyboardEvent, inList: boolean, keys: ListKeys): Action | undefined {
  const step = stepOf(event);
  if (step) return isSomethingOnTop() ? undefined : () => keys.onStep(step);
  if (event.key === 'Escape') return event.defaultPrevented || event.isComposing || isSomethingOnTop() ? undefined : keys.onEscape;
  return isFreeKey(event) ? letterAction(event, inList, keys) : undefined;
}

/** Alt with an arrow types no letter on any keyboard; AltGr with one is somebody's character. */
function stepOf(event: KeyboardEvent): 1 | -1 | undefined {
  const isPlainAlt = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.getModifierState('AltGraph');
  if (!isPlainAlt || event.isComposing || event.defaultPrevented) return undefined;
  return event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
}

function letterAction({ key, repeat: isRepeated }: KeyboardEvent, inList: boolean, keys: ListKeys): Action | undefined {
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'j':
      return () => keys.onMove(1);
    case 'k':
      return () => keys.onMove(-1);
    case 'ArrowDown':
      return inList ? () => keys.onMove(1) : undefined;
    case 'ArrowUp':
      return inList ? () => keys.onMove(-1) : undefined;
    case 'a':
      return isRepeated ? undefined : keys.onAccept;
    case 'x':
      return isRepeated ? undefined : keys.onSelect;
    case 'n':
      return keys.onNew;
    case 'f':
      return keys.onFilters;
    case '/':
      return keys.onSearch;
    case '1':
      return () => keys.onTab('open');
    case 'p':
      return () => keys.onTab('pending');
    case '2':
      return () => keys.onTab('closed');
    case '3':
      return keys.onSearch;
    default:
      return undefined;
  }
}

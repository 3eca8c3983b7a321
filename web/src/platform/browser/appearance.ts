import { narrowScreen, useMedia } from './media.ts';
import { createStore, useStore } from './store.ts';
import { onStoredElsewhere, stored } from './stored.ts';

/** A choice of this browser: told to the style sheets by an attribute of the page, and followed by its other tabs. */
function preference<C extends string>(key: string, choices: readonly C[], usual: C) {
  const known = (value: string | undefined): C => choices.find((choice) => choice === value) ?? usual;
  const current = createStore(known(stored.read(key)));
  const show = (next: C) => {
    document.documentElement.dataset[key] = next;
    current.set(next);
  };
  show(current.get());
  onStoredElsewhere(key, (value) => show(known(value)));
  return {
    choices,
    current,
    choose(next: C) {
      stored.write(key, next);
      show(next);
    },
  };
}

/** How much a screen holds. Where fingers press, everything keeps its room. */
export const density = preference('density', ['comfortable', 'compact'], 'comfortable');
/** Of what people write to one another: 13, 14 or 16 px. */
export const textSize = preference('textSize', ['small', 'medium', 'large'], 'medium');

export function useCompact(): boolean {
  const narrow = useMedia(narrowScreen);
  return useStore(density.current) === 'compact' && !narrow;
}

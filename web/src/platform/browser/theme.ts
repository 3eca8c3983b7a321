import { createStore, useStore } from './store.ts';
import { onStoredElsewhere, stored } from './stored.ts';

export type Theme = 'light' | 'dark';
const themeKey = 'preferredTheme';
const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;
const asTheme = (value: string | undefined): Theme | undefined => (value === 'light' || value === 'dark' ? value : undefined);
const preferred = (): Theme => asTheme(stored.read(themeKey)) ?? (system?.matches ? 'dark' : 'light');

const current = createStore<Theme>(preferred());

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  current.set(theme);
}
show(current.get());
onStoredElsewhere(themeKey, () => show(preferred()));
system?.addEventListener('change', () => show(preferred()));

/** The theme shown now; without a preference it is the system's, and follows it. */
export function useTheme() {
  const theme = useStore(current);
  const choose = (next: Theme) => {
    stored.write(themeKey, next);
    show(next);
  };
  return { theme, choose, toggle: () => choose(theme === 'dark' ? 'light' : 'dark') };
}

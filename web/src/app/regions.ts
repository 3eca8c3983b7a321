const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** The last focused element of each region. */
const lastFocused = new WeakMap<Element, HTMLElement>();

/** The visible leaf regions of the screen, in order. */
function regions(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  return all.filter((region) => region.querySelector('[data-region]') === null && isVisible(region));
}
const isVisible = (element: HTMLElement) => element.checkVisibility?.() !== false;

/** Moves the focus to the next region that takes it: to its last focused element, where one writes, or its first. */
export function cycleRegions(step: 1 | -1): void {
  const all = regions();
  const active = document.activeElement;
  const at = all.findIndex((region) => region.contains(active));
  const here = all[at];
  if (here && active instanceof HTMLElement) lastFocused.set(here, active);
  const start = at < 0 && step === 1 ? -1 : at < 0 ? all.length : at;
  for (let passed = 1; passed <= all.length; passed += 1) {
    const next = all.at((start + step * passed) % all.length);
    if (next && takesFocus(next)) return;
  }
}

/** A region in which nothing can have the focus is passed by: it would keep one where one is. */
function takesFocus(region: HTMLElement): boolean {
  const before = lastFocused.get(region);
  const writing = region.querySelector<HTMLElement>('textarea:not(:disabled)');
  const first = [...region.querySelectorAll<HTMLElement>(focusable)].find(isVisible);
  for (const target of [before, writing, first]) {
    if (!target?.isConnected || !isVisible(target)) continue;
    target.focus();
    if (region.contains(document.activeElement)) return true;
  }
  return false;
}

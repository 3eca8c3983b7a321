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

/** Moves the focus to the next region: to its last focused element, or its first. */
export function cycleRegions(step: 1 | -1): void {
  const all = regions();
  const active = document.activeElement;
  const at = all.findIndex((region) => region.contains(active));
  const here = all[at];
  if (here && active instanceof HTMLElement) lastFocused.set(here, active);
  const next = all[at < 0 ? (step === 1 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
  if (next) focusTargetIn(next).focus();
}

function focusTargetIn(region: HTMLElement): HTMLElement {
  const before = lastFocused.get(region);
  if (before?.isConnected && region.contains(before)) return before;
  const writing = region.querySelector<HTMLElement>('textarea:not(:disabled)');
  const first = [...region.querySelectorAll<HTMLElement>(focusable)].find(isVisible);
  return writing ?? first ?? region;
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** Where the focus was when a region was left. */
const lastPlaces = new WeakMap<Element, HTMLElement>();

/** The parts of the screen, in their order: those that hold no smaller part, and can be seen. */
function regions(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  return all.filter((region) => region.querySelector('[data-region]') === null && isSeen(region));
}
const isSeen = (element: HTMLElement) => element.checkVisibility?.() !== false;

/** Moves the focus to the next part of the screen, where it was when that part was left, else to what it begins with. */
export function cycleRegions(step: 1 | -1): void {
  const all = regions();
  const active = document.activeElement;
  const at = all.findIndex((region) => region.contains(active));
  const here = all[at];
  if (here && active instanceof HTMLElement) lastPlaces.set(here, active);
  const next = all[at < 0 ? (step === 1 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
  if (next) placeIn(next).focus();
}

function placeIn(region: HTMLElement): HTMLElement {
  const before = lastPlaces.get(region);
  if (before?.isConnected && region.contains(before)) return before;
  const writing = region.querySelector<HTMLElement>('textarea:not(:disabled)');
  const first = [...region.querySelectorAll<HTMLElement>(focusable)].find(isSeen);
  return writing ?? first ?? region;
}

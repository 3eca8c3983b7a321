import { type RefObject, useEffect, useEffectEvent } from 'react';

const lostEvent = 'prosa:focus-lost';
const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

let given: Element | undefined;

/** Whether it has the focus only because what had it is gone; whoever comes next may take it. */
export const wasGivenFocus = (element: Element | null): boolean => element !== null && element === given;

/** Says where the focus goes when what had it inside is gone. `take` gives it to something and says so. */
export function useLostFocus(root: RefObject<HTMLElement | null>, take: () => boolean): void {
  const hear = useEffectEvent(take);
  useEffect(() => {
    const element = root.current;
    const onLost = (event: Event) => {
      if (!hear()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element?.addEventListener(lostEvent, onLost);
    return () => element?.removeEventListener(lostEvent, onLost);
  }, [root]);
}

/**
 * A row that leaves, a chip taken off or a panel closed takes the focus with it: the browser gives it to nothing, and who works
 * by keyboard has to start again at the top of the page. Here it goes on to what is nearest to where it was.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    const off = new AbortController();
    const heard = { capture: true, signal: off.signal };
    let path: Element[] = [];
    let frame = 0;
    let byKeys = false;
    const isLost = () => byKeys && hasNoFocus() && path[0] !== undefined && !isThere(path[0]);
    const look = () => {
      if (frame !== 0 || !isLost()) return;
      // Whoever made it leave has two frames to say where to go on.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          frame = 0;
          if (!isLost()) return;
          giveOn(path);
          given = document.activeElement ?? undefined;
        });
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    const remember = (element: EventTarget | null) => {
      if (element instanceof Element && element !== document.body) path = pathOf(element);
    };
    const onPointer = () => {
      byKeys = false;
    };
    document.addEventListener('focusin', ({ target }) => remember(target), heard);
    const onKey = () => {
      byKeys = true;
      given = undefined;
      remember(document.activeElement);
    };
    document.addEventListener('keydown', onKey, heard);
    // Who points at things does not look for the focus, and on a phone a field that takes it opens the keyboard.
    document.addEventListener('pointerdown', onPointer, heard);
    return () => {
      off.abort();
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body;
const isThere = (element: Element) => element.isConnected && element.closest('[inert]') === null && isVisible(element);
const isVisible = (element: Element) => element.checkVisibility?.() !== false;

function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) path.push(at);
  return path;
}

function giveOn(path: readonly Element[]): void {
  const nearest = path.find(isThere);
  if (!nearest?.dispatchEvent(new CustomEvent(lostEvent, { bubbles: true, cancelable: true }))) return;
  // What is a page's own ends there: another page is begun at its top, and letters work everywhere on it.
  for (let at: Element | null = nearest; at && !at.matches('main, body'); at = at.parentElement) {
    const target = at.matches(stops) ? at : (at.querySelector('textarea:not(:disabled)') ?? [...at.querySelectorAll(stops)].find(isThere));
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    if (!hasNoFocus()) return;
  }
}

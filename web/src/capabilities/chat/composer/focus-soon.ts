import { wasGivenFocus } from '../../../platform/browser/focus-keeper.ts';

/**
 * Gives the focus with the frame after the next: taking it makes that one late. Whoever types before that is already writing
 * in the field, and no shortcut hears of it; whoever went elsewhere stays there. The answer calls it off.
 */
export function focusSoon(field: HTMLElement): () => void {
  const before = document.activeElement;
  const hasMoved = () => {
    const now = document.activeElement;
    return now !== before && now !== document.body && !wasGivenFocus(now);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    document.removeEventListener('keydown', onKeyDown, true);
  };
  const take = () => {
    stop();
    if (!hasMoved()) field.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!hasMoved()) event.stopImmediatePropagation();
    take();
  };
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(take);
  });
  document.addEventListener('keydown', onKeyDown, true);
  return stop;
}

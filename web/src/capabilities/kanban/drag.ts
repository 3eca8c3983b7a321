type Hands = {
  /** The board, scrolled when the pointer comes near its sides. */
  scroller: () => HTMLElement | null;
  onStart: () => void;
  onMove: (x: number, y: number) => void;
  /** The lane under the pointer has changed. */
  onOver: (lane: number | undefined) => void;
  /** Dropped over a lane, or given up. */
  onEnd: (lane: number | undefined) => void;
};

const mouseDistance = 6;
/** A finger that rests takes the card; one that moves scrolls. */
const touchRest = 350;
const edge = 72;
const scrollStep = 14;

export function laneAt(x: number, y: number): number | undefined {
  const lane = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]')?.dataset.lane;
  return lane === undefined ? undefined : Number(lane);
}

/** Follows one pointer from where it went down until it is lifted: a drag by mouse, pen or finger. */
export function followPointer(down: { pointerId: number; pointerType: string; clientX: number; clientY: number }, hands: Hands): void {
  const isTouch = down.pointerType === 'touch';
  let [x, y] = [down.clientX, down.clientY];
  let isDragging = false;
  let over: number | undefined;
  let frame = 0;

  const look = () => {
    const lane = laneAt(x, y);
    if (lane === over) return;
    over = lane;
    hands.onOver(lane);
  };
  const scroll = () => {
    const box = hands.scroller();
    const { left, right } = box?.getBoundingClientRect() ?? { left: 0, right: 0 };
    const step = x < left + edge ? -scrollStep : x > right - edge ? scrollStep : 0;
    if (box && step !== 0) {
      box.scrollLeft += step;
      look();
    }
    frame = requestAnimationFrame(scroll);
  };
  const begin = () => {
    isDragging = true;
    hands.onStart();
    hands.onMove(x, y);
    look();
    frame = requestAnimationFrame(scroll);
  };
  const rest = isTouch ? setTimeout(begin, touchRest) : undefined;

  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    [x, y] = [event.clientX, event.clientY];
    const isFar = Math.hypot(x - down.clientX, y - down.clientY) > mouseDistance;
    if (!isDragging && isTouch && isFar) return end(false);
    if (!isDragging && !isTouch && isFar) begin();
    if (!isDragging) return undefined;
    hands.onMove(x, y);
    return look();
  };
  const onUp = (event: PointerEvent) => {
    if (event.pointerId === down.pointerId) end(true);
  };
  const onCancel = (event: PointerEvent) => {
    if (event.pointerId === down.pointerId) end(false);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isDragging) return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  // A finger that rests on something is a right click to some browsers.
  const onContext = (event: Event) => {
    if (isTouch) event.preventDefault();
  };
  // A finger that drags a card must not scroll the lane below it.
  const onTouch = (event: TouchEvent) => {
    if (isDragging) event.preventDefault();
  };
  function end(isDrop: boolean): void {
    clearTimeout(rest);
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', onCancel);
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('touchmove', onTouch);
    window.removeEventListener('contextmenu', onContext);
    if (!isDragging) return;
    isDragging = false;
    ignoreNextClick();
    hands.onEnd(isDrop ? over : undefined);
  }
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', onUp);
  window.addEventListener('pointercancel', onCancel);
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('touchmove', onTouch, { passive: false });
  window.addEventListener('contextmenu', onContext);
}

/** Lifting the pointer after a drag is a click to the browser. */
function ignoreNextClick(): void {
  const ignore = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }), 50);
}

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

type Down = { pointerId: number; pointerType: string; clientX: number; clientY: number };
type Place = { x: number; y: number };

/** Follows one pointer from where it went down until it is lifted: a drag by mouse, pen or finger. */
export function followPointer(down: Down, hands: Hands): void {
  const isTouch = down.pointerType === 'touch';
  const at: Place = { x: down.clientX, y: down.clientY };
  const ended = new AbortController();
  let isDragging = false;
  let over: number | undefined;

  const look = () => {
    const lane = laneAt(at.x, at.y);
    if (lane === over) return;
    over = lane;
    hands.onOver(lane);
  };
  const begin = () => {
    isDragging = true;
    hands.onStart();
    hands.onMove(at.x, at.y);
    look();
    scrollAtSides(hands.scroller, at, look, ended.signal);
  };
  const rest = isTouch ? setTimeout(begin, touchRest) : undefined;
  const end = (isDrop: boolean) => {
    clearTimeout(rest);
    ended.abort();
    if (!isDragging) return;
    isDragging = false;
    ignoreNextClick();
    hands.onEnd(isDrop ? over : undefined);
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    Object.assign(at, { x: clientX, y: clientY });
    const isFar = Math.hypot(at.x - down.clientX, at.y - down.clientY) > mouseDistance;
    if (!isDragging && isFar && isTouch) end(false);
    else if (!isDragging && isFar) begin();
    if (!isDragging) return;
    hands.onMove(at.x, at.y);
    look();
  };
  hearPointer(down.pointerId, { move, end }, ended.signal);
  keepBrowserFrom({ isTouch, isDragging: () => isDragging, giveUp: () => end(false) }, ended.signal);
}

function hearPointer(
  id: number,
  heard: { move: (event: PointerEvent) => void; end: (isDrop: boolean) => void },
  signal: AbortSignal,
): void {
  const ofThis = (hear: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === id) hear(event);
  };
  window.addEventListener('pointermove', ofThis(heard.move), { signal });
  window.addEventListener(
    'pointerup',
    ofThis(() => heard.end(true)),
    { signal },
  );
  window.addEventListener(
    'pointercancel',
    ofThis(() => heard.end(false)),
    { signal },
  );
}

type Kept = { isTouch: boolean; isDragging: () => boolean; giveUp: () => void };

function keepBrowserFrom({ isTouch, isDragging, giveUp }: Kept, signal: AbortSignal): void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isDragging()) return;
    event.preventDefault();
    event.stopPropagation();
    giveUp();
  };
  // A finger that drags a card must not scroll the lane below it.
  const onTouch = (event: TouchEvent) => {
    if (isDragging()) event.preventDefault();
  };
  // A finger that rests on something is a right click to some browsers.
  const onContext = (event: Event) => {
    if (isTouch) event.preventDefault();
  };
  window.addEventListener('keydown', onKey, { capture: true, signal });
  window.addEventListener('touchmove', onTouch, { passive: false, signal });
  window.addEventListener('contextmenu', onContext, { signal });
}

/** The board goes on under a pointer near its sides. */
function scrollAtSides(scroller: Hands['scroller'], at: Place, onScrolled: () => void, signal: AbortSignal): void {
  const step = () => {
    if (signal.aborted) return;
    const box = scroller();
    const { left, right } = box?.getBoundingClientRect() ?? { left: 0, right: 0 };
    const by = at.x < left + edge ? -scrollStep : at.x > right - edge ? scrollStep : 0;
    if (box && by !== 0) {
      box.scrollLeft += by;
      onScrolled();
    }
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
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

/** A hand that trembles, or that clicks twice out of habit, does so within this time and distance. */
const soon = 800;
const near = 30;

type Click = { at: number; x: number; y: number; hasPlace: boolean };

let last: Click | undefined;
let guarded: Click | undefined;
let isKeyDown = false;
let isKeySpent = false;
let lastDeed = Number.NEGATIVE_INFINITY;

/**
 * A deed was done by one click or one key. What lies under the pointer now may be somebody else's row: the second click of the same
 * hand, and a key that is still held down, do nothing, wherever they land.
 */
export function ignoreSecondClick(): void {
  guarded = last;
  isKeySpent = isKeyDown;
  lastDeed = performance.now();
}

/** Whether the person has just done something by which a row may leave its list. */
export const wasJustDone = (): boolean => performance.now() - lastDeed < 2 * soon;

function isSecond(event: MouseEvent): boolean {
  if (!guarded) return false;
  // The system itself says that it is the second of two.
  if (event.detail > 1) return true;
  const isSoon = event.timeStamp - guarded.at < soon;
  // A click without a place is made by a key or by a program.
  return isSoon && guarded.hasPlace && Math.hypot(event.clientX - guarded.x, event.clientY - guarded.y) < near;
}

function onClick(event: MouseEvent): void {
  if (isSecond(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  guarded = undefined;
  const { timeStamp: at, clientX: x, clientY: y } = event;
  last = { at, x, y, hasPlace: x !== 0 || y !== 0 };
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.repeat && isKeySpent) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  isKeyDown = true;
  isKeySpent = false;
}

/** Before anybody else hears of it. */
function listen(): void {
  window.addEventListener('click', onClick, { capture: true });
  window.addEventListener('keydown', onKeyDown, { capture: true });
  window.addEventListener(
    'keyup',
    () => {
      isKeyDown = isKeySpent = false;
    },
    { capture: true },
  );
}
listen();

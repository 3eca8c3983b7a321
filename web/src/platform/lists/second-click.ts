/** A hand that trembles, or that clicks twice out of habit, does so within this time and distance. */
const maxMilliseconds = 800;
const maxDistance = 30;

type Click = { at: number; x: number; y: number; hasPlace: boolean };

let last: Click | undefined;
let guarded: Click | undefined;
let isKeyDown = false;
let isKeySpent = false;
let lastAction = Number.NEGATIVE_INFINITY;

/**
 * Called after an action by click or key. What lies under the pointer now may be somebody else's row: the second click of the same hand,
 * and a key that is still held down, do nothing, wherever they land.
 */
export function ignoreSecondClick(): void {
  guarded = last;
  isKeySpent = isKeyDown;
  lastAction = performance.now();
}

/** Whether the user has just acted in a way that may remove a row from its list. */
export const hasJustActed = (): boolean => performance.now() - lastAction < 2 * maxMilliseconds;

function isSecond(event: MouseEvent): boolean {
  if (!guarded) return false;
  // The system itself says that it is the second of two.
  if (event.detail > 1) return true;
  const isSoon = event.timeStamp - guarded.at < maxMilliseconds;
  // A click without a place is made by a key or by a program.
  return isSoon && guarded.hasPlace && Math.hypot(event.clientX - guarded.x, event.clientY - guarded.y) < maxDistance;
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

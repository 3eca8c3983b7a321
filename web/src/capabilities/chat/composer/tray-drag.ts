type Down = { pointerId: number; clientX: number };
/** Less is a hand that trembles, not one that drags. */
const least = 6;
const nearEdge = 28;
const scrollStep = 12;

/**
 * Follows one pointer, a mouse's or a finger's, along the row that an item stands in. The others make room as it goes; only when it is
 * let go is `drop` told the new place. Esc, or a pointer that is lost, leaves all as it was.
 */
export function dragAlong(item: HTMLElement, down: Down, drop: (to: number) => void): void {
  const row = item.parentElement;
  if (!row) return;
  const items = [...row.children].filter((child) => child instanceof HTMLElement);
  const from = items.indexOf(item);
  const boxes = items.map((each) => each.getBoundingClientRect());
  const scrolled = row.scrollLeft;
  const over = new AbortController();
  let to = from;
  let hasMoved = false;
  const move = ({ clientX }: PointerEvent) => {
    if (!hasMoved && Math.abs(clientX - down.clientX) < least) return;
    hasMoved = true;
    scrollNear(row, clientX);
    const by = clientX - down.clientX + row.scrollLeft - scrolled;
    to = placeAt(boxes, from, by);
    item.dataset.dragged = '';
    item.style.transform = `translateX(${by}px)`;
    for (const [index, other] of items.entries())
      if (other !== item) other.style.transform = `translateX(${roomFor(boxes, from, to, index)}px)`;
  };
  const end = (isDropped: boolean) => {
    over.abort();
    delete item.dataset.dragged;
    for (const each of items) each.style.transform = '';
    if (isDropped && hasMoved && to !== from) drop(to);
  };
  const ofThis = (hear: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === down.pointerId) hear(event);
  };
  const { signal } = over;
  window.addEventListener('pointermove', ofThis(move), { signal });
  window.addEventListener(
    'pointerup',
    ofThis(() => end(true)),
    { signal },
  );
  window.addEventListener(
    'pointercancel',
    ofThis(() => end(false)),
    { signal },
  );
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  window.addEventListener('keydown', onKey, { signal, capture: true });
}

type Box = { left: number; width: number };
const middle = ({ left, width }: Box) => left + width / 2;

/** Where an item stands once its middle has gone so far. */
export function placeAt(boxes: readonly Box[], from: number, by: number): number {
  const own = boxes[from];
  if (!own) return from;
  return boxes.filter((box, index) => index !== from && middle(box) < middle(own) + by).length;
}

/** How far another item goes aside. */
export function roomFor(boxes: readonly Box[], from: number, to: number, index: number): number {
  const [own, next] = [boxes[from], boxes[from + 1] ?? boxes[from - 1]];
  if (!own || !next) return 0;
  const gap = from + 1 < boxes.length ? next.left - own.left - own.width : own.left - next.left - next.width;
  if (index > from && index <= to) return -(own.width + gap);
  return index < from && index >= to ? own.width + gap : 0;
}

function scrollNear(row: HTMLElement, x: number): void {
  const { left, right } = row.getBoundingClientRect();
  if (x < left + nearEdge) row.scrollLeft -= scrollStep;
  else if (x > right - nearEdge) row.scrollLeft += scrollStep;
}

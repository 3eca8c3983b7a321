import { type PointerEvent, useRef, useState } from 'react';
import { childrenOf, type Place, pathTo, placeOf } from './menu-tree.ts';
import type { Menu } from './useMenu.ts';

type Zone = 'before' | 'inside' | 'after';
export type Drop = { id: number; zone: Zone };
/** A hand trembles: only beyond this many pixels it is a drag. */
const threshold = 4;
const scrollEdge = 40;

/** Which part of a row the pointer is over: the upper quarter is before it, the lower one after it, between them is inside it. */
export function zoneAt(y: number, { top, height }: { top: number; height: number }): Zone {
  const part = (y - top) / height;
  if (part < 0.3) return 'before';
  return part > 0.7 ? 'after' : 'inside';
}

/** Where a drop leads; its index counts without the dragged option, as the server counts. */
export function placeOfDrop(tree: Menu['tree'], dragged: number, { id, zone }: Drop): Place | undefined {
  if (pathTo(tree, id)?.some((option) => option.id === dragged)) return undefined;
  const target = placeOf(tree, id);
  if (!target) return undefined;
  if (zone === 'inside') return { parentId: id, index: childrenOf(tree, id).filter((option) => option.id !== dragged).length };
  const others = childrenOf(tree, target.parentId).filter((option) => option.id !== dragged);
  const index = others.findIndex((option) => option.id === id);
  return { parentId: target.parentId, index: zone === 'before' ? index : index + 1 };
}

/** Dragging by mouse, pen or finger: the handle keeps the pointer, rows say where it is. */
export function useTreeDrag(menu: Menu) {
  const [dragged, setDragged] = useState<number>();
  const [drop, setDrop] = useState<Drop>();
  const start = useRef<{ id: number; y: number }>(undefined);
  const end = () => {
    start.current = undefined;
    setDragged(undefined);
    setDrop(undefined);
  };
  const dropAt = (event: PointerEvent): Drop | undefined => {
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-row]');
    if (!row) return undefined;
    const found = { id: Number(row.dataset.row), zone: zoneAt(event.clientY, row.getBoundingClientRect()) };
    return start.current && placeOfDrop(menu.tree, start.current.id, found) ? found : undefined;
  };
  const handleOf = (id: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      start.current = { id, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
      menu.setFocused(id);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current || (dragged === undefined && Math.abs(event.clientY - start.current.y) < threshold)) return;
      setDragged(id);
      setDrop(dropAt(event));
      scrollNear(event);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const target = dragged === undefined ? undefined : dropAt(event);
      if (target) menu.move(id, placeOfDrop(menu.tree, id, target));
      end();
    },
    onPointerCancel: end,
  });
  return { dragged, drop, handleOf, end };
}

/** What is dragged to the edge of what scrolls brings the rest into sight. */
function scrollNear({ clientY, currentTarget }: PointerEvent<HTMLElement>): void {
  const box = currentTarget.closest<HTMLElement>('[data-scrolls]');
  if (!box) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (clientY < top + scrollEdge) box.scrollBy({ top: -scrollEdge / 4 });
  if (clientY > bottom - scrollEdge) box.scrollBy({ top: scrollEdge / 4 });
}

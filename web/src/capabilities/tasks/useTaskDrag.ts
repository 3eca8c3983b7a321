import { type PointerEvent, useRef, useState } from 'react';

/** A hand trembles: only beyond this many pixels it is a drag. */
const threshold = 4;

export type TaskHandle = ReturnType<ReturnType<typeof useTaskDrag>['handleOf']>;

const rowAt = ({ clientX, clientY }: PointerEvent) => document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-place]');

/** Dragging by mouse, pen or finger: the handle keeps the pointer, and the task takes the place of the row it is dropped on. */
export function useTaskDrag(onMove: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const from = useRef<number>(undefined);
  const end = () => {
    from.current = undefined;
    setDragged(undefined);
    setOver(undefined);
  };
  const handleOf = (id: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (from.current === undefined || (dragged === undefined && Math.abs(event.clientY - from.current) < threshold)) return;
      setDragged(id);
      const target = rowAt(event)?.dataset.id;
      setOver(target === id ? undefined : target);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const place = dragged === undefined ? undefined : rowAt(event)?.dataset.place;
      if (place !== undefined) onMove(id, Number(place));
      end();
    },
    onPointerCancel: end,
  });
  return { dragged, over, handleOf };
}

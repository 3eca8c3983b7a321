import type { Ticket } from '@prosa/contracts/tickets';
import { type PointerEvent, useRef, useState } from 'react';
import { followPointer } from './drag.ts';

export type Dragging = { ticket: Ticket; over: number | undefined };

/** The card in hand. Its picture follows the pointer without a rendering for each move. */
export function useCardDrag(onDrop: (ticket: Ticket, lane: number) => void) {
  const [dragging, setDragging] = useState<Dragging>();
  const ghost = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef({ x: 0, y: 0 });
  const put = () => {
    if (ghost.current) ghost.current.style.transform = `translate(${place.current.x + 8}px, ${place.current.y + 8}px) rotate(2deg)`;
  };
  const take = (ticket: Ticket, event: PointerEvent<HTMLElement>) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button:not([data-card]), [role=menu]') !== null;
    if (event.button !== 0 || isControl) return;
    followPointer(event, {
      scroller: () => scroller.current,
      onStart: () => setDragging({ ticket, over: undefined }),
      onMove: (x, y) => {
        place.current = { x, y };
        put();
      },
      onOver: (over) => setDragging({ ticket, over }),
      onEnd: (lane) => {
        setDragging(undefined);
        if (lane !== undefined) onDrop(ticket, lane);
      },
    });
  };
  const ghostRef = (element: HTMLDivElement | null) => {
    ghost.current = element;
    put();
  };
  return { dragging, take, scroller, ghostRef };
}

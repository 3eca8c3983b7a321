import type { Ticket } from '@prosa/contracts/tickets';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';

export type ListHandle = {
  /** Moves the focus one row on; into the list when it is elsewhere. */
  move: (step: 1 | -1) => void;
  /** The ticket whose row has the focus. */
  focused: () => Ticket | undefined;
  /** The ticket to open before or after the one that is shown. */
  neighbour: (step: 1 | -1) => Ticket | undefined;
  /** The focus comes to the row nearest to where it was last, or to the one that was shown; false when there is none. */
  comeBack: () => boolean;
};
/** One row as the keys see it: headings are passed by, and a waiting ticket takes the focus but is not opened. */
export type Stop = { ticket?: Ticket | undefined; isStop: boolean };

type Rows = {
  stops: readonly Stop[];
  selectedUuid: string | undefined;
  scroller: { current: HTMLElement | null };
  scrollTo: (index: number) => void;
};

export function useRowFocus(ref: Ref<ListHandle>, { stops, selectedUuid, scroller, scrollTo }: Rows): void {
  const focusedIndex = () => {
    const item = document.activeElement?.closest<HTMLElement>('li[data-index]');
    return item && scroller.current?.contains(item) ? Number(item.dataset.index) : -1;
  };
  const selectedIndex = () => stops.findIndex(({ ticket }) => ticket !== undefined && ticket.uuid === selectedUuid);
  const focus = (index: number) => {
    const row = () => scroller.current?.querySelector<HTMLElement>(`li[data-index="${index}"] [data-row]`);
    const shown = row();
    if (shown) return shown.focus();
    scrollTo(index);
    // A row out of view only comes into being with the next frame.
    requestAnimationFrame(() => row()?.focus());
  };
  const place = useRef(0);
  const note = useEffectEvent(() => {
    if (focusedIndex() >= 0) place.current = focusedIndex();
  });
  useEffect(() => {
    const element = scroller.current;
    const onFocus = () => note();
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [scroller]);
  const selected = selectedIndex();
  useEffect(() => {
    if (selected >= 0) place.current = selected;
  }, [selected]);
  useImperativeHandle(ref, () => ({
    comeBack() {
      const isStop = (stop: Stop) => stop.isStop;
      const after = nextStop(stops, place.current - 1, 1, isStop);
      const index = stops[after]?.isStop ? after : nextStop(stops, place.current, -1, isStop);
      if (!stops[index]?.isStop) return false;
      focus(index);
      return true;
    },
    focused: () => stops[focusedIndex()]?.ticket,
    move(step) {
      const from = focusedIndex() >= 0 ? focusedIndex() : selectedIndex();
      const index = from < 0 ? stops.findIndex(({ isStop }) => isStop) : nextStop(stops, from, step, ({ isStop }) => isStop);
      if (index >= 0) focus(index);
    },
    neighbour(step) {
      const from = selectedIndex();
      const canOpen = ({ ticket }: Stop) => ticket !== undefined && ticket.status !== 'pending';
      return stops[nextStop(stops, from < 0 && step === -1 ? stops.length : from, step, canOpen)]?.ticket;
    },
  }));
}

/** The next place that will do, or where one already is when there is none. */
export function nextStop(stops: readonly Stop[], from: number, step: 1 | -1, willDo: (stop: Stop) => boolean): number {
  for (let index = from + step; index >= 0 && index < stops.length; index += step) {
    const stop = stops[index];
    if (stop && willDo(stop)) return index;
  }
  return from;
}

import { useLayoutEffect, useRef } from 'react';

const maxRows = 5;
const rowHeight = 20;
const padding = 16;

/** As high as its text, up to five rows; then it scrolls. */
export function useGrowingArea(words: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (area.current) fitHeight(area.current, words);
  }, [words]);
  return area;
}

function fitHeight(area: HTMLTextAreaElement, words: string): void {
  area.style.height = 'auto';
  area.style.overflowY = 'hidden';
  if (words === '') return;
  const frame = area.offsetHeight - area.clientHeight;
  const wanted = area.scrollHeight + frame;
  const most = maxRows * rowHeight + padding + frame;
  area.style.height = `${Math.min(wanted, most)}px`;
  if (wanted > most) area.style.overflowY = 'auto';
}

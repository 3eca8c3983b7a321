import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useLanguage, useMessages } from '../../../platform/language/messages.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import type { ThreadItem } from '../messages/thread.ts';
import styles from './MessageList.module.css';
import { dayName } from './ThreadRow.tsx';

const goneAfter = 1200;
/** Scrolling that goes on by itself after a push still counts as the person's. */
const pushedWithin = 400;
const pushes = ['wheel', 'touchmove', 'pointerdown', 'keydown'];
/** How far down the chip reaches: a day that stands there itself needs none. */
const covered = 36;

type FloatingDayProps = {
  scroller: RefObject<HTMLElement | null>;
  items: readonly ThreadItem[];
  rowAt: (offset: number) => number | undefined;
};

/** While somebody scrolls: the day of the topmost message in view. A screen reader hears the days where they stand. */
export function FloatingDay({ scroller, items, rowAt }: FloatingDayProps) {
  const text = useMessages(messagesMessages);
  const { language } = useLanguage();
  const [at, setAt] = useState<string>();
  const [isShown, setShown] = useState(false);
  const look = useEffectEvent((offset: number) => {
    const [top, below] = [rowAt(offset), rowAt(offset + covered)];
    const day = top === undefined || below === undefined ? undefined : floatingDay(items, top, below);
    if (day !== undefined) setAt(day);
    setShown(day !== undefined);
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let [pushed, timer] = [Number.NEGATIVE_INFINITY, 0];
    const push = ({ timeStamp }: Event) => {
      pushed = timeStamp;
    };
    for (const name of pushes) element.addEventListener(name, push, { passive: true });
    const onScroll = (event: Event) => {
      // A conversation that opens or follows its newest message scrolls by itself.
      if (event.timeStamp - pushed > pushedWithin) return;
      push(event);
      look(element.scrollTop);
      clearTimeout(timer);
      timer = window.setTimeout(() => setShown(false), goneAfter);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      for (const name of pushes) element.removeEventListener(name, push);
      element.removeEventListener('scroll', onScroll);
      clearTimeout(timer);
    };
  }, [scroller]);
  return (
    <div className={styles.floating} data-shown={isShown || undefined} aria-hidden="true">
      {at !== undefined && <span>{dayName(at, language, text('today'), text('yesterday'))}</span>}
    </div>
  );
}

/** When the topmost message was; nothing where a day, or the beginning, stands at the top itself. */
export function floatingDay(items: readonly ThreadItem[], top: number, below: number): string | undefined {
  if (items.slice(top, below + 1).some(({ kind }) => kind === 'day' || kind === 'start')) return undefined;
  const first = items.slice(top).find((item) => item.kind === 'bubble');
  return first?.kind === 'bubble' ? first.shown.createdAt : undefined;
}

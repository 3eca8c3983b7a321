import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import type { ThreadItem } from '../messages/thread.ts';

const controls = 'a[href], button, input, audio, video';
const isClosed = 'data-closed';

type Rows = {
  items: readonly ThreadItem[];
  scroller: RefObject<HTMLElement | null>;
  goTo: (index: number) => void;
  /** The last row that is in view. */
  lastInView: () => number;
  /** The message that has the focus, so that it stays drawn. */
  onInside: (key: string | undefined) => void;
};

/**
 * The log is one stop for Tab. While the focus is elsewhere it is the log itself, which hands it to the message that had it last or
 * else the newest in view: whether that one is drawn does not matter. What can be pressed in a message follows that message alone.
 */
export function useOneStop({ items, scroller, goTo, lastInView, onInside }: Rows) {
  const inside = useRef<HTMLElement>(undefined);
  const last = useRef<string>(undefined);
  const lastKey = useLastKey();
  useClosedControls(scroller, inside);
  const leave = () => {
    if (inside.current) close(inside.current);
    inside.current = undefined;
    setStop(scroller.current, true);
  };
  const enter = (message: HTMLElement) => {
    if (inside.current === message) return;
    leave();
    inside.current = message;
    last.current = message.dataset.focus;
    open(message);
    setStop(scroller.current, false);
    onInside(last.current);
  };
  const toMessage = () => {
    const known = items.findIndex(({ key }) => key === last.current);
    goTo(known >= 0 ? known : items.findLastIndex(({ kind }, index) => kind === 'bubble' && index <= lastInView()));
  };
  return {
    last,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const message = target.closest<HTMLElement>('[data-focus]');
      if (target === scroller.current && lastKey.current === 'Tab') toMessage();
      // A menu closed by a key gives the focus to its button: the message is where the arrows go on.
      else if (message && target.matches('[data-menu]') && lastKey.current !== undefined) message.focus({ preventScroll: true });
      if (message) enter(message);
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      if (relatedTarget instanceof Node && scroller.current?.contains(relatedTarget)) return;
      leave();
      onInside(undefined);
    },
  };
}

const setStop = (log: HTMLElement | null, isStop: boolean) => log?.setAttribute('tabindex', isStop ? '0' : '-1');

/** The key pressed last; nothing when a pointer was used since. */
function useLastKey(): RefObject<string | undefined> {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const note = (event: Event) => {
      last.current = event instanceof KeyboardEvent ? event.key : undefined;
    };
    const names = ['keydown', 'pointerdown'];
    for (const name of names) document.addEventListener(name, note, true);
    return () => {
      for (const name of names) document.removeEventListener(name, note, true);
    };
  }, []);
  return last;
}

/** Rows come and go with scrolling: whatever is drawn is taken out of the order of Tab, except in the message that has the focus. */
function useClosedControls(scroller: RefObject<HTMLElement | null>, inside: RefObject<HTMLElement | undefined>): void {
  useEffect(() => {
    const log = scroller.current;
    if (!log) return undefined;
    for (const message of log.querySelectorAll<HTMLElement>('[data-focus]')) if (message !== inside.current) close(message);
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof HTMLElement) closeWithin(node);
    });
    const closeWithin = (node: HTMLElement) => {
      if (inside.current?.contains(node)) return;
      if (node.closest('[data-focus]')) close(node);
      else for (const message of node.querySelectorAll<HTMLElement>('[data-focus]')) if (message !== inside.current) close(message);
    };
    observer.observe(log, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [scroller, inside]);
}

/** What says of itself that Tab passes it by is left as it is. */
function close(root: HTMLElement): void {
  if (root.matches('[data-focus]')) root.tabIndex = -1;
  const all = root.matches(controls)
    ? [root, ...root.querySelectorAll<HTMLElement>(controls)]
    : root.querySelectorAll<HTMLElement>(controls);
  for (const control of all) {
    if (control.hasAttribute('tabindex')) continue;
    control.tabIndex = -1;
    control.setAttribute(isClosed, '');
  }
}

function open(message: HTMLElement): void {
  message.tabIndex = 0;
  for (const control of message.querySelectorAll(`[${isClosed}]`)) {
    control.removeAttribute('tabindex');
    control.removeAttribute(isClosed);
  }
}

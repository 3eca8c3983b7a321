import type { Message } from '@prosa/contracts/messages';
import type { KeyboardEvent, RefObject } from 'react';
import { useLostFocus } from '../../../platform/browser/focus-keeper.ts';
import { notify } from '../../../platform/browser/notices.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { useSelection } from '../forwarding/selection.ts';
import type { BubbleItem, ThreadItem } from '../messages/thread.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import { isOwn } from './BubbleMenu.tsx';
import { useOneStop } from './useOneStop.ts';

type Rows = {
  items: ThreadItem[];
  show: (index: number) => void;
  scroller: RefObject<HTMLElement | null>;
  lastInView: () => number;
  onInside: (key: string | undefined) => void;
};

/** One stop for Tab; inside, the arrows go from message to message, by key, so that a row that is not drawn is not lost. */
export function useRoving({ items, show, scroller, lastInView, onInside }: Rows) {
  const act = useMessageKeys(scroller);
  const goTo = (index: number) => {
    const item = items[index];
    if (!item) return;
    show(index);
    focusRow(scroller, item.key);
  };
  const { last, ...focus } = useOneStop({ items, scroller, goTo, lastInView, onInside });
  // What was sent again, or thrown away: its message goes on, or else what one writes.
  useLostFocus(scroller, () => {
    const row = last.current === undefined ? undefined : rowOf(scroller, last.current);
    row?.focus({ preventScroll: true });
    return row !== undefined || focusWriting(scroller.current);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target instanceof HTMLElement ? event.target : undefined;
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTaken = event.key === 'Escape' ? leave(event, target, scroller.current) : byKey(event, target);
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const byKey = (event: KeyboardEvent<HTMLElement>, target: HTMLElement): boolean => {
    const focused = target.dataset.focus;
    if (focused === undefined && target !== scroller.current) return false;
    const at = items.findIndex(({ key }) => key === focused);
    const next = nextBubble(items, at, event.key);
    const item = items[at];
    if (next === undefined) return item?.kind === 'bubble' && act(event, item);
    goTo(next);
    return true;
  };
  return { onKeyDown, ...focus };
}

/** From a message Esc leads back to where one writes. A menu over it is left by it first. */
function leave(event: KeyboardEvent, target: HTMLElement, log: HTMLElement | null): boolean {
  const isInMessage = target.closest('[data-focus]') !== null && target.closest('[popover]') === null;
  return isInMessage && !event.defaultPrevented && focusWriting(log);
}

/** The field one writes in beside these messages, where there is one. */
export function focusWriting(beside: Element | null | undefined): boolean {
  const field = beside?.closest('section, dialog')?.querySelector<HTMLElement>('textarea:not(:disabled)');
  // While messages are chosen, nobody writes.
  if (!field || field.closest('[hidden]')) return false;
  field.focus({ preventScroll: true });
  return true;
}

/** Which row the arrows, Home and End lead to, from one row or from outside. */
export function nextBubble(items: readonly ThreadItem[], at: number, key: string): number | undefined {
  const isBubble = (item: ThreadItem) => item.kind === 'bubble';
  const found = (index: number) => (index < 0 ? undefined : index);
  if (key === 'End' || (key === 'ArrowUp' && at < 0)) return found(items.findLastIndex(isBubble));
  if (key === 'Home') return found(items.findIndex(isBubble));
  if (key === 'ArrowUp') return found(items.findLastIndex((item, index) => index < at && isBubble(item)));
  if (key === 'ArrowDown' && at >= 0) return found(items.findIndex((item, index) => index > at && isBubble(item)));
  return undefined;
}

function useMessageKeys(scroller: RefObject<HTMLElement | null>): (event: KeyboardEvent, item: BubbleItem) => boolean {
  const { reply, remove, cannotRemove } = useThreadActions();
  const selection = useSelection();
  const { user } = useSession();
  const openMenu = (key: string) => rowOf(scroller, key)?.querySelector<HTMLElement>('[data-menu]')?.click();
  return ({ key, shiftKey }, item) => {
    const message: Message | undefined = item.message?.isDeleted ? undefined : item.message;
    if (key === 'Enter' || key === 'ContextMenu' || (key === 'F10' && shiftKey)) openMenu(item.key);
    else if (key === ' ' && message && selection?.ids) selection[shiftKey ? 'extend' : 'toggle'](message);
    else if (key.toLowerCase() === 'r' && message && reply) reply(message);
    else if (key === 'Delete' && message && remove && isOwn(message, user.id)) remove(message);
    else if (key === 'Delete' && message && cannotRemove && isOwn(message, user.id)) notify('warning', cannotRemove);
    else return false;
    return true;
  };
}

function rowOf(scroller: RefObject<HTMLElement | null>, key: string): HTMLElement | undefined {
  return [...(scroller.current?.querySelectorAll<HTMLElement>('[data-focus]') ?? [])].find((row) => row.dataset.focus === key);
}

/** A row far away is drawn a frame or two after it has been scrolled to. */
function focusRow(scroller: RefObject<HTMLElement | null>, key: string, tries = 10): void {
  const row = rowOf(scroller, key);
  if (row) row.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(scroller, key, tries - 1));
}

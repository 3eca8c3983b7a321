import type { Message } from '@prosa/contracts/messages';
import type { KeyboardEvent, RefObject } from 'react';
import { notify } from '../../../platform/browser/notices.ts';
import { useSession } from '../../../platform/session/session.tsx';
import { useSelection } from '../forwarding/selection.ts';
import type { BubbleItem, ThreadItem } from '../messages/thread.ts';
import { useThreadActions } from '../messages/thread-actions.ts';
import { isOwn } from './BubbleMenu.tsx';

type Rows = { items: ThreadItem[]; show: (index: number) => void; scroller: RefObject<HTMLElement | null> };

/** One stop for Tab; inside, the arrows go from message to message, by key, so that a row that is not drawn is not lost. */
export function useRoving({ items, show, scroller }: Rows): (event: KeyboardEvent<HTMLElement>) => void {
  const act = useMessageKeys(scroller);
  const go = (index: number) => {
    const item = items[index];
    if (!item) return;
    show(index);
    focusRow(scroller, item.key);
  };
  return (event) => {
    const target = event.target instanceof HTMLElement ? event.target : undefined;
    const focused = target?.dataset.focus;
    if (!target || (focused === undefined && target !== scroller.current) || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = items.findIndex(({ key }) => key === focused);
    const next = nextBubble(items, at, event.key);
    const item = items[at];
    if (next !== undefined) go(next);
    else if (item?.kind !== 'bubble' || !act(event, item)) return;
    event.preventDefault();
    event.stopPropagation();
  };
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

import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../../../platform/language/messages.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { player, type Track } from '../media/player.ts';
import { useHeardNotes } from '../media/voice-notes.ts';
import type { ThreadView } from '../messages/messages.data.ts';
import { messagesMessages } from '../messages/messages.messages.ts';
import { indexOfMessage, type ThreadItem } from '../messages/thread.ts';
import { FloatingDay } from './FloatingDay.tsx';
import styles from './MessageList.module.css';
import { ThreadRow } from './ThreadRow.tsx';
import { focusWriting, useRoving } from './useRoving.ts';
import { atEndWithin, useThreadVirtualizer } from './useThreadVirtualizer.ts';

const nearTop = 50;
const flashFor = 1200;

/** Scroll target: a message, or the end. */
export type Target = number | 'end' | undefined;
type LogProps = {
  items: ThreadItem[];
  /** The first frame is over. */
  isShown: boolean;
  ticketId: number;
  thread: ThreadView;
  target: Target;
  onArrived: () => void;
  onLatest: () => void;
  /** How near the top older messages are asked for at the latest; a screen ahead in any case. */
  olderWithin?: number;
};

export function Log({ items, isShown, ticketId, thread, target, onArrived, onLatest, olderWithin = nearTop }: LogProps) {
  const text = useMessages(messagesMessages);
  const scroller = useRef<HTMLDivElement>(null);
  const [kept, setKept] = useState<string>();
  const virtual = useThreadVirtualizer({ items, isShown, ticketId, isAway: thread.isAway, kept }, scroller);
  const isAtEnd = virtual.isAtEnd(atEndWithin);
  const below = useUnseenBelow(items, isAtEnd && !thread.isAway);
  const paging = usePaging(scroller, thread, items.length, olderWithin);
  const show = (index: number) => virtual.scrollToIndex(index, { align: 'auto' });
  const lastInView = () => virtual.range?.endIndex ?? items.length - 1;
  const roving = useRoving({ items, show, scroller, lastInView, onInside: setKept });
  const flashed = useTarget(items, target, onArrived, {
    toRow: (index) => virtual.scrollToIndex(index, { align: 'center' }),
    toEnd: () => virtual.scrollToEnd({ behavior: 'auto' }),
  });
  useFollowingSound(items);
  useHeardNotes(items);
  const toLatest = (event: MouseEvent) => {
    onLatest();
    // The button goes with it. Who pressed it by a key writes on; under a finger the field would open the keyboard.
    if (event.detail === 0) focusWriting(scroller.current);
  };

  return (
    <>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      {/* biome-ignore-start lint/a11y/noNoninteractiveElementInteractions: the arrows go from message to message */}
      <div
        className={styles.log}
        ref={scroller}
        onScroll={paging.page}
        {...roving}
        role="log"
        aria-live="off"
        aria-label={text('messages')}
        tabIndex={0}
      >
        {/* biome-ignore-end lint/a11y/noNoninteractiveElementInteractions: as above */}
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above */}
        <FloatingDay scroller={scroller} items={items} rowAt={(offset) => virtual.getVirtualItemForOffset(offset)?.index} />
        <LoadingOlder isLoading={thread.isLoadingOlder} hasFailed={paging.hasFailed} onRetry={paging.page} />
        <div className={styles.rows} ref={virtual.containerRef}>
          {virtual.getVirtualItems().map(({ key, index }) => {
            const item = items[index];
            return item && <LogRow key={key} {...{ index, item }} isFlashed={item.key === flashed} measure={virtual.measureElement} />;
          })}
        </div>
      </div>
      {(below !== undefined || thread.isAway) && <Latest below={below ?? 0} onClick={toLatest} />}
    </>
  );
}

type LogRowProps = { index: number; item: ThreadItem; isFlashed: boolean; measure: (row: HTMLDivElement | null) => void };

function LogRow({ index, item, isFlashed, measure }: LogRowProps) {
  return (
    <div
      className={styles.row}
      data-index={index}
      data-ends={(item.kind === 'bubble' && item.ends) || undefined}
      data-flash={isFlashed || undefined}
      ref={measure}
    >
      <ThreadRow item={item} />
    </div>
  );
}

/** Overlays the top of the list, so that it does not shift the rows. */
function LoadingOlder({ isLoading, hasFailed, onRetry }: { isLoading: boolean; hasFailed: boolean; onRetry: () => void }) {
  const text = useMessages(messagesMessages);
  if (isLoading)
    return (
      <p className={styles.older}>
        <Spinner />
        <span>{text('loadingOlder')}</span>
      </p>
    );
  return hasFailed ? (
    <p className={styles.older} role="alert">
      <span>{text('failedToLoad')}</span>
      <button type="button" onClick={onRetry}>
        {text('tryAgain')}
      </button>
    </p>
  ) : null;
}

function Latest({ below, onClick }: { below: number; onClick: (event: MouseEvent) => void }) {
  const text = useMessages(messagesMessages);
  return (
    <button type="button" className={styles.latest} onClick={onClick}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 3v9M4 8.5L8 12.5l4-4" />
      </svg>
      {below > 0 ? text(below === 1 ? 'newBelowOne' : 'newBelow', { n: below }) : <span>{text('latest')}</span>}
    </button>
  );
}

/** Older ones are asked for a screen ahead, at the latest so near the top; newer ones only away from the end. */
function usePaging(scroller: RefObject<HTMLDivElement | null>, thread: ThreadView, shownCount: number, olderWithin: number) {
  const [hasFailed, setFailed] = useState(false);
  const load = (way: () => Promise<unknown>) =>
    void way().then(
      () => setFailed(false),
      () => setFailed(true),
    );
  const page = () => {
    const element = scroller.current;
    if (!element || thread.isLoadingOlder) return;
    const fromEnd = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (element.scrollTop <= Math.max(olderWithin, element.clientHeight) && thread.hasMore) load(thread.loadOlder);
    else if (thread.isAway && fromEnd <= element.clientHeight) load(thread.loadNewer);
  };
  // A thread that does not fill the screen has nothing to scroll, so it asks by itself.
  const fill = useEffectEvent(page);
  useEffect(() => {
    if (shownCount > 0) fill();
  }, [shownCount]);
  return { page, hasFailed };
}

type ScrollMethods = { toRow: (index: number) => void; toEnd: () => void };

/** Scrolls to the target once it is loaded, and highlights it. */
function useTarget(items: ThreadItem[], target: Target, onArrived: () => void, ways: ScrollMethods): string | undefined {
  const [flashed, setFlashed] = useState<string>();
  const go = useEffectEvent(() => {
    if (target === undefined) return;
    if (target === 'end') ways.toEnd();
    else {
      const index = indexOfMessage(items, target);
      if (index < 0) return;
      ways.toRow(index);
      setFlashed(items[index]?.key);
    }
    onArrived();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again whenever other rows are there
  useLayoutEffect(() => go(), [target, items]);
  useEffect(() => {
    if (flashed === undefined) return undefined;
    const timer = setTimeout(() => setFlashed(undefined), flashFor);
    return () => clearTimeout(timer);
  }, [flashed]);
  return flashed;
}

/** After a voice note plays the next one of the same side, when it follows at once. */
function useFollowingSound(items: ThreadItem[]): void {
  const next = useEffectEvent((key: string) => nextSound(items, key));
  useEffect(() => player.follow((key) => next(key)), []);
}

export function nextSound(items: readonly ThreadItem[], key: string): Track | undefined {
  const at = items.findIndex((item) => item.key === key);
  const [own, following] = [items[at], items[at + 1]];
  if (own?.kind !== 'bubble' || following?.kind !== 'bubble') return undefined;
  const { mediaType, mediaUrl, fromMe } = following.shown;
  return mediaType === 'audio' && mediaUrl !== null && fromMe === own.shown.fromMe ? { key: following.key, url: mediaUrl } : undefined;
}

/** Number of new messages below while scrolled up. */
function useUnseenBelow(items: ThreadItem[], isAtEnd: boolean): number | undefined {
  const [seen, setSeen] = useState(items.at(-1)?.key);
  const last = items.at(-1)?.key;
  if (isAtEnd && seen !== last) setSeen(last);
  if (isAtEnd) return undefined;
  const from = items.findIndex((item) => item.key === seen);
  return from < 0 ? 0 : items.slice(from + 1).filter((item) => item.kind === 'bubble').length;
}

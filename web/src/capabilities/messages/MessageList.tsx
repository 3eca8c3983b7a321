import type { Message } from '@prosa/contracts/messages';
import type { Ticket } from '@prosa/contracts/tickets';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useMessages } from '../../platform/messages.ts';
import { useSession } from '../../platform/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './MessageList.module.css';
import { plainText } from './markup.ts';
import { type useOutbox, useResend, useThread } from './messages.data.ts';
import { messagesMessages } from './messages.messages.ts';
import { ThreadRow } from './ThreadRow.tsx';
import { firstUnread, type ThreadItem, threadItems } from './thread.ts';

const olderWithin = 50;
const atEndWithin = 80;
const estimates: Record<ThreadItem['kind'], number> = { start: 40, day: 42, earlier: 42, unread: 36, bubble: 42 };

type MessageListProps = { ticket: Ticket; writing: ReturnType<typeof useOutbox> };

export function MessageList({ ticket, writing }: MessageListProps) {
  const text = useMessages(messagesMessages);
  const { user } = useSession();
  const [arrival, setArrival] = useState<Message>();
  const [wasUnread] = useState(ticket.unreadMessages);
  const [unread, setUnread] = useState<ReturnType<typeof firstUnread> | 'unknown'>('unknown');
  const thread = useThread(ticket, setArrival);
  const messages = thread.data?.items;
  const loaded = messages !== undefined;
  // Marked once, when the conversation opens; what arrives later is read as it comes.
  if (loaded && unread === 'unknown') setUnread(firstUnread(messages, wasUnread));
  const items = useMemo(
    () =>
      threadItems({
        messages: messages ?? [],
        outbox: writing.outbox,
        userId: user.id,
        ticketId: ticket.id,
        hasMore: thread.data?.hasMore ?? true,
        unread: unread === 'unknown' ? undefined : unread,
      }),
    [messages, writing.outbox, user.id, ticket.id, thread.data?.hasMore, unread],
  );

  return (
    <div className={styles.area}>
      <VisuallyHidden>
        <span role="status">{arrival && text('arrived', { name: ticket.contact.name, text: plainText(arrival.body) })}</span>
      </VisuallyHidden>
      {thread.isPending && <Loading />}
      {thread.isError && !loaded && (
        <div className={styles.centre} role="alert">
          <p>{text('failedToLoad')}</p>
          <Button onClick={() => void thread.refetch()}>{text('tryAgain')}</Button>
        </div>
      )}
      {loaded && items.length === 0 && <p className={styles.centre}>{text('empty')}</p>}
      {items.length > 0 && <Log items={items} ticket={ticket} thread={thread} writing={writing} />}
    </div>
  );
}

function Loading() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 120);
    return () => clearTimeout(timer);
  }, []);
  return late ? (
    <div className={styles.centre}>
      <Spinner size={24} />
    </div>
  ) : null;
}

type LogProps = MessageListProps & { items: ThreadItem[]; thread: ReturnType<typeof useThread> };

function Log({ items, ticket, thread, writing }: LogProps) {
  const text = useMessages(messagesMessages);
  const deedsOf = useBubbleDeeds(ticket, writing);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useThreadVirtualizer(items, scroller);
  const below = useBelow(items, virtual.isAtEnd(atEndWithin));
  const loadOlder = () => {
    if ((scroller.current?.scrollTop ?? Infinity) <= olderWithin) void thread.loadMore().catch(() => undefined);
  };
  // A thread that does not fill the screen has nothing to scroll, so it asks by itself.
  const fill = useEffectEvent(loadOlder);
  const shownCount = items.length;
  useEffect(() => {
    if (shownCount > 0) fill();
  }, [shownCount]);

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <div className={styles.log} ref={scroller} onScroll={loadOlder} role="log" aria-live="off" aria-label={text('messages')} tabIndex={0}>
        {thread.isLoadingMore && (
          <p className={styles.older}>
            <Spinner />
            <span>{text('loadingOlder')}</span>
          </p>
        )}
        <div className={styles.rows} ref={virtual.containerRef}>
          {virtual.getVirtualItems().map(({ key, index }) => {
            const item = items[index];
            return (
              item && (
                <div
                  key={key}
                  className={styles.row}
                  data-index={index}
                  data-ends={(item.kind === 'bubble' && item.ends) || undefined}
                  ref={virtual.measureElement}
                >
                  <ThreadRow item={item} contactName={ticket.contact.name} {...deedsOf(item)} />
                </div>
              )
            );
          })}
        </div>
      </div>
      {below !== undefined && (
        <button type="button" className={styles.latest} onClick={() => virtual.scrollToEnd({ behavior: 'auto' })}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 3v9M4 8.5L8 12.5l4-4" />
          </svg>
          {below > 0 ? text(below === 1 ? 'newBelowOne' : 'newBelow', { n: below }) : <span>{text('latest')}</span>}
        </button>
      )}
    </>
  );
}

/** What can be done with a message that was not sent: only its author or an admin may send a stored one again. */
function useBubbleDeeds(ticket: Ticket, writing: MessageListProps['writing']) {
  const { user } = useSession();
  const resend = useResend(ticket.id);
  return (item: ThreadItem) => {
    if (item.kind !== 'bubble') return {};
    const { outgoing, message } = item;
    if (outgoing) return { onRetry: () => writing.retry(outgoing.key), onDiscard: () => writing.discard(outgoing.key) };
    const mayResend = message && (user.profile === 'admin' || message.user?.id === user.id);
    return mayResend ? { onRetry: () => resend.mutate(message.id) } : {};
  };
}

/** The list grows at both ends: the newest message stays in view, and older ones come in above without moving anything. */
function useThreadVirtualizer(items: ThreadItem[], scroller: RefObject<HTMLDivElement | null>) {
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimates[items[index]?.kind ?? 'bubble'],
    getItemKey: (index) => items[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: atEndWithin,
    paddingStart: 12,
    paddingEnd: 12,
    overscan: 8,
    directDomUpdates: true,
  });
  const toEnd = useRef(virtual.scrollToEnd);
  useLayoutEffect(() => toEnd.current(), []);
  useStayAtEnd(scroller, toEnd);
  const own = items.at(-1);
  const written = own?.kind === 'bubble' && own.outgoing ? own.key : undefined;
  // Whoever writes wants to see what they wrote, wherever they were reading.
  useLayoutEffect(() => {
    if (written !== undefined) toEnd.current();
  }, [written]);
  return virtual;
}

/** A banner or a growing composer takes height away from the list; who was at the end stays there. */
function useStayAtEnd(scroller: RefObject<HTMLDivElement | null>, toEnd: RefObject<() => void>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      // Seen from the height before, since the browser keeps the top in place.
      const wasAtEnd = element.scrollHeight - element.scrollTop - height <= atEndWithin;
      height = element.clientHeight;
      if (wasAtEnd) toEnd.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, toEnd]);
}

/** How many came below while reading further up; nothing while at the end. */
function useBelow(items: ThreadItem[], isAtEnd: boolean): number | undefined {
  const [seen, setSeen] = useState(items.at(-1)?.key);
  const last = items.at(-1)?.key;
  if (isAtEnd && seen !== last) setSeen(last);
  if (isAtEnd) return undefined;
  const from = items.findIndex((item) => item.key === seen);
  return from < 0 ? 0 : items.slice(from + 1).filter((item) => item.kind === 'bubble').length;
}
